import type { PointMark } from "../board/boardView";
import { childrenOf } from "./proof";
import type { SolveController } from "./solveController";

/** Letter of a reply, on the board and in the list: A, B, C and so on. */
export const replyLetter = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : replyLetter(Math.floor(index / 26) - 1) + replyLetter(index % 26);

/** Marks of a solution: the replies to choose from, or the winning points. */
export function proofMarks({ proof, step, found, isAtSolvedPosition }: SolveController): PointMark[] {
  if (proof.value) {
    const { nodes, winner } = proof.value;
    return childrenOf(proof.value, step.value).flatMap((id, index) => {
      const { point, color } = nodes[id]!;
      return point
        ? [{ x: point.x, y: point.y, text: replyLetter(index), tone: color === winner ? "good" : "hint" }]
        : [];
    });
  }
  const solution = found.value?.solution;
  if (!solution || !isAtSolvedPosition) return [];
  const winning = solution.winning.map(({ x, y }): PointMark => ({ x, y, text: "✓", tone: "good" }));
  const parries = (solution.danger?.parries ?? []).map(
    ({ point: { x, y }, threats }): PointMark =>
      threats === "wins" ? { x, y, text: "✗", tone: "bad" } : { x, y, text: "✓", tone: "good" },
  );
  return [...winning, ...parries];
}
