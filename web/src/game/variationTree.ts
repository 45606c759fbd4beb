import type { Author } from "../api/types";
import { type Point, samePoint } from "../board/point";

/** A place in a tree of variations: the move that led there, and what is said about it. */
export interface VariationNode {
  readonly parent: number | null;
  /** Null at the root. */
  readonly point: Point | null;
  /** Who chose the move. */
  readonly author: Author;
  readonly children: readonly number[];
  /** The child that was looked at last, so that redo goes where undo came from. */
  readonly chosen: number | null;
  readonly comment: string;
  /** Black's chance to win, from 0 to 1, if anybody thought about it. */
  readonly chance: number | null;
}

/** Variations that only ever grow: node 0 is the root, and no branch is lost. */
export type VariationTree = readonly VariationNode[];

const leaf = (parent: number | null, point: Point | null, author: Author): VariationNode => ({
  parent,
  point,
  author,
  children: [],
  chosen: null,
  comment: "",
  chance: null,
});

export const ROOT = 0;
export const emptyTree = (): VariationTree => [leaf(null, null, "person")];

const node = (tree: VariationTree, id: number): VariationNode => {
  const found = tree[id];
  if (!found) throw new Error(`the tree has no node ${id}`);
  return found;
};

const change = (tree: VariationTree, id: number, part: Partial<VariationNode>): VariationTree =>
  tree.map((each, index) => (index === id ? { ...each, ...part } : each));

/** Goes to the child of `parent` by `point`, which is made if there is none. */
export function addMove(
  tree: VariationTree,
  parent: number,
  { x, y }: Point,
  author: Author = "person",
): { tree: VariationTree; at: number } {
  const point = { x, y };
  const { children } = node(tree, parent);
  const known = children.find((child) => samePoint(node(tree, child).point, point));
  if (known !== undefined) return { tree: visit(tree, known), at: known };
  const at = tree.length;
  const grown = change(tree, parent, { children: [...children, at], chosen: at });
  return { tree: visit([...grown, leaf(parent, point, author)], at), at };
}

/** A node of a list in which each comes after its parent; its number is its place there, from 1. */
interface ListedNode {
  readonly parent: number;
  readonly x: number;
  readonly y: number;
  readonly author?: Author;
  readonly comment?: string;
  readonly chance?: number | null;
}

/** The tree of a list of nodes, at the start of its first line. */
export function treeFromNodes(nodes: readonly ListedNode[], comment = ""): VariationTree {
  const children: number[][] = Array.from({ length: nodes.length + 1 }, () => []);
  nodes.forEach(({ parent }, index) => children[parent]!.push(index + 1));
  const below = (id: number) => ({ children: children[id]!, chosen: children[id]![0] ?? null });
  const root = { ...leaf(null, null, "person"), ...below(ROOT), comment };
  return [
    root,
    ...nodes.map(({ parent, x, y, author = "person", comment: text = "", chance = null }, index) => ({
      ...leaf(parent, { x, y }, author),
      ...below(index + 1),
      comment: text,
      chance,
    })),
  ];
}

/** The end of the first line, or the node after so many of its moves. */
export function firstLine(tree: VariationTree, moves = Number.POSITIVE_INFINITY): number {
  let at = ROOT;
  for (let count = 0; count < moves; count++) {
    const [next] = node(tree, at).children;
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** A line of moves, and its end. */
export const treeFromMoves = (moves: readonly Point[]): { tree: VariationTree; at: number } =>
  moves.reduce((so, point) => addMove(so.tree, so.at, point), { tree: emptyTree(), at: ROOT });

/** A tree with all that is in either, where the same node may have another number in the second one. */
export function mergeTrees(
  one: VariationTree,
  two: VariationTree,
): { tree: VariationTree; places: readonly number[] } {
  const places: number[] = [ROOT];
  let tree = one;
  two.forEach((each, id) => {
    if (each.parent === null || each.point === null) return;
    const grown = addMove(tree, places[each.parent]!, each.point, each.author);
    tree = grown.tree;
    places[id] = grown.at;
  });
  two.forEach((each, id) => {
    const at = places[id]!;
    const mine = node(tree, at);
    tree = change(tree, at, {
      comment: mine.comment || each.comment,
      chance: mine.chance ?? each.chance,
    });
  });
  return { tree, places };
}

/** Makes all nodes on the way to `id` the ones that redo follows. */
export function visit(tree: VariationTree, id: number): VariationTree {
  let visited = tree;
  for (let at = id; ; ) {
    const { parent } = node(visited, at);
    if (parent === null) return visited;
    if (node(visited, parent).chosen !== at) visited = change(visited, parent, { chosen: at });
    at = parent;
  }
}

export const setComment = (tree: VariationTree, id: number, text: string): VariationTree =>
  change(tree, id, { comment: text });
export const setChance = (tree: VariationTree, id: number, chance: number): VariationTree =>
  change(tree, id, { chance });

export const parentOf = (tree: VariationTree, id: number): number | null => node(tree, id).parent;
export const chosenOf = (tree: VariationTree, id: number): number | null => node(tree, id).chosen;

/** The nodes from the root to `id`. */
export function pathTo(tree: VariationTree, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = node(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The nodes from the root through `id` to where redo ends. */
export function lineThrough(tree: VariationTree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let at = chosenOf(tree, id); at !== null; at = chosenOf(tree, at)) line.push(at);
  return line;
}

/** The moves from the root to `id`. */
export function movesTo(tree: VariationTree, id: number): Point[] {
  return pathTo(tree, id).flatMap((at) => node(tree, at).point ?? []);
}

/** The next node in the same place of the line: the child of the same parent after or before this one. */
export function sibling(tree: VariationTree, id: number, by: 1 | -1): number {
  const { parent } = node(tree, id);
  if (parent === null) return id;
  const { children } = node(tree, parent);
  return children[(children.indexOf(id) + by + children.length) % children.length] ?? id;
}
