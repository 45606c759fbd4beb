import type { Mark } from "../board/boardView";
import { nextOf } from "./proof";
import type { Solver } from "./solveController";

/** The sign of a reply, on the board and in the list: A, B, C and so on. */
export const signOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : signOf(Math.floor(index / 26) - 1) + signOf(index % 26);

/** What is marked on the board while a solution is looked at: the replies to choose from, or what wins. */
export function proofMarks({ proof, step, found, isAsked }: Solver): Mark[] {
  if (proof.value) {
    const { nodes, winner } = proof.value;
    return nextOf(proof.value, step.value).flatMap((id, index) => {
      const { point, color } = nodes[id]!;
      return point
        ? [{ x: point.x, y: point.y, text: signOf(index), tone: color === winner ? "good" : "hint" }]
        : [];
    });
  }
  const solution = found.value?.solution;
  if (!solution || !isAsked) return [];
  const winning = solution.winning.map(({ x, y }): Mark => ({ x, y, text: "✓", tone: "good" }));
  const parries = (solution.danger?.parries ?? []).map(
    ({ point: { x, y }, threats }): Mark =>
      threats === "wins" ? { x, y, text: "✗", tone: "bad" } : { x, y, text: "✓", tone: "good" },
  );
  return [...winning, ...parries];
}
