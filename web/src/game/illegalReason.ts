import type { Foul, PositionView } from "../api/types";
import { type Color, type Point, samePoint } from "../board/point";

/** Why a point cannot be played, as far as the view shows it. */
export type IllegalReason =
  | { readonly kind: "occupied" }
  | { readonly kind: Foul }
  | { readonly kind: "chokes"; readonly color: Color };

/** The reason why the side to move cannot play a point; null if it can. */
export function illegalReasonAt(view: PositionView, point: Point): IllegalReason | null {
  if (view.stones.some((stone) => samePoint(stone, point))) return { kind: "occupied" };
  const foul = view.turn === "black" && view.forbidden.find((each) => samePoint(each, point));
  if (foul) return { kind: foul.kind };
  const illegal = view.illegal.find((each) => samePoint(each, point));
  return illegal ? { kind: "chokes", color: illegal.chokes } : null;
}

/** Whether Black is to move and every free point is forbidden. */
export function hasOnlyFouls({ area, turn, stones, forbidden, ending }: PositionView): boolean {
  if (!area || ending || turn !== "black" || forbidden.length === 0) return false;
  return stones.length + forbidden.length === area.width * area.height;
}
