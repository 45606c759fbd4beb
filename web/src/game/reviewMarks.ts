import type { ReviewedMove } from "../api/types";
import type { PointMark } from "../board/boardView";
import { samePoint } from "../board/point";

/** Marks of a marked move on the board: its mark on the stone, and the better point. */
export function reviewMarks(move: ReviewedMove | null): PointMark[] {
  if (!move || move.mark === "") return [];
  const { point, best, mark } = move;
  const played: PointMark = { x: point.x, y: point.y, text: mark, tone: "bad" };
  return samePoint(point, best) ? [played] : [played, { x: best.x, y: best.y, text: "✓", tone: "good" }];
}
