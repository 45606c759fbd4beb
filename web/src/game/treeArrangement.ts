import type { Arrangement } from "../api/types";
import { parentOf, pathTo, ROOT, type VariationNode, type VariationTree } from "./variationTree";

/** What a deletion took out of the tree, so that it can be undone. */
export interface Deletion {
  /** The deleted nodes. */
  readonly nodes: readonly number[];
  /** Children of every node that the deletion changed, as they were before. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  /** The current node before the deletion. */
  readonly at: number;
}

const childrenOf = (tree: VariationTree, id: number): readonly number[] => tree[id]?.children ?? [];

/** Replaces nodes of a tree. */
function update(tree: VariationTree, changes: ReadonlyMap<number, Partial<VariationNode>>): VariationTree {
  return tree.map((node, id) => (changes.has(id) ? { ...node, ...changes.get(id) } : node));
}

/** A node and all that follows it. */
export function subtree(tree: VariationTree, id: number): number[] {
  const found = [id];
  for (const each of found) found.push(...childrenOf(tree, each));
  return found;
}

/** Children of a node, with redo following the first of them if the one it followed is gone. */
const withChildren = (node: VariationNode, children: readonly number[]): Partial<VariationNode> => ({
  children,
  chosen: node.chosen !== null && children.includes(node.chosen) ? node.chosen : (children[0] ?? null),
});

/** Deletes nodes with all that follows them; the root stays. */
export function deleteNodes(
  tree: VariationTree,
  ids: readonly number[],
  at: number,
): { tree: VariationTree; at: number; deletion: Deletion } {
  const nodes = [...new Set(ids.filter((id) => id !== ROOT).flatMap((id) => subtree(tree, id)))];
  const gone = new Set(nodes);
  const changed = new Set([...nodes, ...nodes.map((id) => parentOf(tree, id)!)]);
  const children = new Map([...changed].map((id) => [id, childrenOf(tree, id)]));
  const changes = new Map<number, Partial<VariationNode>>();
  for (const id of changed)
    changes.set(
      id,
      gone.has(id)
        ? { deleted: true, children: [], chosen: null }
        : withChildren(
            tree[id]!,
            childrenOf(tree, id).filter((child) => !gone.has(child)),
          ),
    );
  const stays = pathTo(tree, at).findLast((id) => !gone.has(id)) ?? ROOT;
  return { tree: update(tree, changes), at: stays, deletion: { nodes, children, at } };
}

/** Undoes a deletion; what was added since stays. */
export function restoreNodes(tree: VariationTree, { nodes, children }: Deletion): VariationTree {
  const restored = new Set(nodes);
  const isThere = (id: number): boolean => restored.has(id) || tree[id]?.deleted !== true;
  const changes = new Map<number, Partial<VariationNode>>();
  for (const [id, before] of children) {
    const now = childrenOf(tree, id);
    const all = [...before.filter(isThere), ...now.filter((child) => !before.includes(child))];
    changes.set(id, { ...(restored.has(id) && { deleted: false }), ...withChildren(tree[id]!, all) });
  }
  return update(tree, changes);
}

/** The last node on the path to `id` that is no first child: the variation that `id` is in. Null on the main line. */
export function variationHead(tree: VariationTree, id: number): number | null {
  return (
    pathTo(tree, id).findLast((at) => at !== ROOT && childrenOf(tree, parentOf(tree, at)!)[0] !== at) ?? null
  );
}

/** Moves the variation that `id` is in before the one that stands before it. */
export function promote(tree: VariationTree, id: number): VariationTree {
  const head = variationHead(tree, id);
  if (head === null) return tree;
  const parent = parentOf(tree, head)!;
  const children = [...childrenOf(tree, parent)];
  const index = children.indexOf(head);
  children.splice(index, 1);
  children.splice(index - 1, 0, head);
  return update(tree, new Map([[parent, { children }]]));
}

/** Makes the line to `id` the main line. */
export function promoteToMain(tree: VariationTree, id: number): VariationTree {
  const changes = new Map<number, Partial<VariationNode>>();
  for (const at of pathTo(tree, id)) {
    const parent = parentOf(tree, at);
    if (parent === null) continue;
    const others = childrenOf(tree, parent).filter((child) => child !== at);
    changes.set(parent, { children: [at, ...others] });
  }
  return update(tree, changes);
}

/** First nodes of all variations beside the main line and one another. */
export const variationHeads = (tree: VariationTree): number[] =>
  tree.flatMap(({ children, deleted }) => (deleted ? [] : children.slice(1)));

/** Folds or unfolds the variations that begin at these nodes. */
export const fold = (tree: VariationTree, ids: readonly number[], folded: boolean): VariationTree =>
  update(tree, new Map(ids.map((id) => [id, { folded }])));

/** An arrangement as a text; empty if nothing is arranged. */
export function serializeArrangement(arrangement: Arrangement = NOTHING): string {
  const { deleted, order, folded } = { ...NOTHING, ...arrangement };
  return deleted.length + order.length + folded.length === 0
    ? ""
    : JSON.stringify({ deleted, order, folded });
}

const NOTHING: Required<Arrangement> = { deleted: [], order: [], folded: [] };

/** How a tree is arranged, as the server keeps it: by the numbers that its nodes have there. */
export function arrangementOf(
  tree: VariationTree,
  numbers: readonly (number | undefined)[],
): Required<Arrangement> {
  const known = (ids: readonly number[]): number[] => ids.flatMap((id) => numbers[id] ?? []);
  const flagged = (flag: "deleted" | "folded"): number[] =>
    known(tree.flatMap((node, id) => (node[flag] === true ? [id] : [])));
  const order = tree.flatMap(({ children }) => {
    const own = known(children);
    return own.every((number, index) => index === 0 || own[index - 1]! < number) ? [] : own;
  });
  return { deleted: flagged("deleted"), order, folded: flagged("folded") };
}

/** Arranges a tree in which the children of every node are in the order of their numbers. */
export function arrange(tree: VariationTree, arrangement: Arrangement = NOTHING): VariationTree {
  const { deleted, order, folded } = { ...NOTHING, ...arrangement };
  if (deleted.length + order.length + folded.length === 0) return tree;
  const ranks = new Map(order.map((id, rank) => [id, rank]));
  const rank = (id: number): number => ranks.get(id) ?? Number.POSITIVE_INFINITY;
  const gone = new Set(deleted.flatMap((id) => (tree[id] ? subtree(tree, id) : [])));
  gone.delete(ROOT);
  const isFolded = new Set(folded);
  return tree.map((node, id) => {
    const children = gone.has(id)
      ? []
      : node.children
          .filter((child) => !gone.has(child))
          .sort((one, other) => (rank(one) === rank(other) ? one - other : rank(one) - rank(other)));
    const chosen = children[0] ?? null;
    return {
      ...node,
      children,
      chosen,
      ...(gone.has(id) && { deleted: true }),
      ...(isFolded.has(id) && { folded: true }),
    };
  });
}
