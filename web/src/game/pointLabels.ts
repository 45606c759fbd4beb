import type { PositionView } from "../api/types";
import { type Area, type Point, pointKey } from "../board/point";
import { pointName } from "../board/pointName";
import type { Translate } from "../i18n/translate";
import type { IllegalReason } from "./illegalReason";

export const sizeText = (t: Translate, area: Area): string =>
  area ? t("size.of", { ...area }) : t("size.infinite");

/** Reason why a point cannot be played. */
export function refusalText(t: Translate, reason: IllegalReason, point: string): string {
  if (reason.kind === "occupied") return t("why.occupied", { point });
  return t("why.refused", { point, why: reasonText(t, reason) });
}

function reasonText(t: Translate, reason: Exclude<IllegalReason, { kind: "occupied" }>): string {
  return reason.kind === "chokes"
    ? t("why.chokes", { color: t(`color.${reason.color}`) })
    : t(`why.${reason.kind}`);
}

/** Reasons of the points that the side to move may not play, by their keys. */
export function forbiddenReasons(t: Translate, view: PositionView): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const { x, y, chokes } of view.illegal)
    reasons.set(pointKey({ x, y }), reasonText(t, { kind: "chokes", color: chokes }));
  if (view.turn === "black")
    for (const foul of view.forbidden) reasons.set(pointKey(foul), reasonText(t, { kind: foul.kind }));
  return reasons;
}

/** Returns the accessible name of each point, for screen readers. */
export function labelPoints(view: PositionView, t: Translate): (point: Point) => string {
  const stones = new Map(view.stones.map((stone) => [pointKey(stone), stone]));
  const liberties = new Map<string, number>();
  for (const chain of view.chains)
    for (const stone of chain.stones) liberties.set(pointKey(stone), chain.liberties.length);
  const reasons = forbiddenReasons(t, view);
  return (point) => {
    const name = pointName(view.area, point);
    const stone = stones.get(pointKey(point));
    if (stone) {
      const color = t(`color.${stone.color}`);
      const plain = stone.number
        ? t("board.numbered", { point: name, color, number: stone.number })
        : t("board.stone", { point: name, color });
      const count = liberties.get(pointKey(point));
      const text = count === undefined ? plain : t("board.liberties", { text: plain, count });
      return view.last?.x === point.x && view.last.y === point.y ? t("board.last", { text }) : text;
    }
    const why = reasons.get(pointKey(point));
    return why ? t("board.forbidden", { point: name, why }) : t("board.empty", { point: name });
  };
}
