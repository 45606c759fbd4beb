import type { Thought } from "../api/types";
import type { PointHeat, PointMark } from "../board/boardView";

/** Marks of the candidate moves, numbered from the best. */
export function thoughtMarks(thought: Thought | null): PointMark[] {
  return (thought?.lines ?? []).map(({ point: { x, y } }, index) => ({
    x,
    y,
    text: String(index + 1),
    tone: index === 0 ? "good" : "hint",
  }));
}

/** Heat of each point, normalized to the maximum. */
export function thoughtHeat(thought: Thought | null): PointHeat[] {
  const heat = thought?.heat ?? [];
  const most = Math.max(...heat.map((each) => each.share), 0.001);
  return heat.map(({ x, y, share }) => ({ x, y, value: share / most }));
}
