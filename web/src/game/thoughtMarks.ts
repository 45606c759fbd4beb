import type { Thought } from "../api/types";
import type { PointHeat, PointMark } from "../board/boardView";

/** The engine's moves, numbered from the best. */
export function thoughtMarks(thought: Thought | null): PointMark[] {
  return (thought?.lines ?? []).map(({ point: { x, y } }, index) => ({
    x,
    y,
    text: String(index + 1),
    tone: index === 0 ? "good" : "hint",
  }));
}

/** How much each move was looked at, the most looked at fully. */
export function thoughtHeat(thought: Thought | null): PointHeat[] {
  const heat = thought?.heat ?? [];
  const most = Math.max(...heat.map((each) => each.share), 0.001);
  return heat.map(({ x, y, share }) => ({ x, y, value: share / most }));
}
