import type { ProofStep, Solution } from "../api/types";
import { type Color, otherColor, type Point, samePoint } from "../board/point";

/** A move of a proof. The loser's "anywhere else" is a move too, though its point is any that is free. */
export interface ProofNode {
  readonly parent: number | null;
  readonly color: Color;
  /** Null if it is any other point. */
  readonly point: (Point & { readonly name: string }) | null;
  /** What the solver says of it. */
  readonly step: ProofStep | null;
  readonly children: readonly number[];
}

/** A proof that can be stepped through: what the winner plays against every reply. */
export interface Proof {
  readonly nodes: readonly ProofNode[];
  /** The first moves. */
  readonly roots: readonly number[];
  readonly winner: Color;
}

/** The tree of a solution; its main line if the tree was too large; null if there is none. */
export function proofOf(solution: Solution): Proof | null {
  const steps = solution.tree.length > 0 && !solution.cut ? solution.tree : solution.line;
  if (!solution.winner || steps.length === 0) return null;
  const nodes: (ProofNode & { children: number[] })[] = [];
  const roots: number[] = [];
  const places: number[] = [];
  const add = (node: Omit<ProofNode, "children">): number => {
    const at = nodes.push({ ...node, children: [] }) - 1;
    if (node.parent === null) roots.push(at);
    else nodes[node.parent]!.children.push(at);
    return at;
  };
  steps.forEach((step, index) => {
    const { parent: before, color, point, otherwise } = step;
    let parent = before === null ? null : places[before]!;
    if (otherwise) parent = add({ parent, color: otherColor(color), point: null, step: null });
    places[index] = add({ parent, color, point, step });
  });
  return { nodes, roots, winner: solution.winner };
}

/** The nodes that may follow. */
export const childrenOf = (proof: Proof, at: number | null): readonly number[] =>
  at === null ? proof.roots : (proof.nodes[at]?.children ?? []);

/** The node that a stone on a point leads to: its own, or the one for all other points. */
export function replyAt(proof: Proof, at: number | null, point: Point): number | null {
  const next = childrenOf(proof, at);
  const own = next.find((id) => proof.nodes[id]?.point && samePoint(proof.nodes[id].point, point));
  return own ?? next.find((id) => proof.nodes[id]?.point === null) ?? null;
}

/** The nodes from the first one to `at`. */
export function proofPath(proof: Proof, at: number | null): number[] {
  const way: number[] = [];
  for (let id = at; id !== null; id = proof.nodes[id]?.parent ?? null) way.push(id);
  return way.reverse();
}

/** The last node of the way on from `at` where the first choice is always taken. */
export function lineEnd(proof: Proof, at: number | null): number | null {
  let end = at;
  for (let [next] = childrenOf(proof, end); next !== undefined; [next] = childrenOf(proof, end)) end = next;
  return end;
}
