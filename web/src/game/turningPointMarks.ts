import type { PointMark } from "../board/boardView";
import type { TurningPoint } from "./turningPoint";

/** Marks at the turning point: the saving moves, and the move played. */
export function turningPointMarks(turningPoint: TurningPoint): PointMark[] {
  const saved = turningPoint.found.value?.solution.saved;
  if (!saved || !turningPoint.isCurrent) return [];
  const better = saved.instead.map(({ point: { x, y } }) => ({ x, y, text: "✓", tone: "good" as const }));
  const played = saved.played && { x: saved.played.x, y: saved.played.y, text: "✗", tone: "bad" as const };
  return played ? [...better, played] : better;
}
