import type { Mark } from "../board/boardView";
import type { Autopsy } from "./turningPoint";

/** The moves that would have saved the game, shown where one of them could be played. */
export function savingMarks(autopsy: Autopsy): Mark[] {
  const saved = autopsy.found.value?.solution.saved;
  if (!saved || !autopsy.isTurningPoint) return [];
  const better = saved.instead.map(({ point: { x, y } }) => ({ x, y, text: "✓", tone: "good" as const }));
  const played = saved.played && { x: saved.played.x, y: saved.played.y, text: "✗", tone: "bad" as const };
  return played ? [...better, played] : better;
}
