import type { ProofStep, Solution } from "../api/types";
import { type Color, otherColor, type Point, samePoint } from "../board/point";

/** A node of a proof tree. "Anywhere else" is a node too, without a point of its own. */
export interface ProofNode {
  readonly parent: number | null;
  readonly color: Color;
  /** Null for "anywhere else". */
  readonly point: (Point & { readonly name: string }) | null;
  /** The solver's step; null for "anywhere else". */
  readonly step: ProofStep | null;
  readonly children: readonly number[];
}

/** Proof tree: the winner's move against every reply. */
export interface Proof {
  readonly nodes: readonly ProofNode[];
  /** First moves. */
  readonly roots: readonly number[];
  readonly winner: Color;
}

/** The proof tree of a solution; the main line if the tree was cut; null if there is none. */
export function proofOf(solution: Pick<Solution, "tree" | "line" | "cut" | "winner">): Proof | null {
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

/** Child nodes, or the roots. */
export const childrenOf = (proof: Proof, at: number | null): readonly number[] =>
  at === null ? proof.roots : (proof.nodes[at]?.children ?? []);

/** The node of a stone on a point: its own, or "anywhere else". */
export function replyAt(proof: Proof, at: number | null, point: Point): number | null {
  const next = childrenOf(proof, at);
  const own = next.find((id) => proof.nodes[id]?.point && samePoint(proof.nodes[id].point, point));
  return own ?? next.find((id) => proof.nodes[id]?.point === null) ?? null;
}

/** Path from the root to `at`. */
export function proofPath(proof: Proof, at: number | null): number[] {
  const path: number[] = [];
  for (let id = at; id !== null; id = proof.nodes[id]?.parent ?? null) path.push(id);
  return path.reverse();
}

/** The end of the line from `at` along first children. */
export function lineEnd(proof: Proof, at: number | null): number | null {
  let end = at;
  for (let [next] = childrenOf(proof, end); next !== undefined; [next] = childrenOf(proof, end)) end = next;
  return end;
}
