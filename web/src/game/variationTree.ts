import type { Author } from "../api/types";
import { type Point, samePoint } from "../board/point";

/** Node of the variation tree: a move with its annotations. */
export interface VariationNode {
  readonly parent: number | null;
  /** Null at the root. */
  readonly point: Point | null;
  /** Author of the move. */
  readonly author: Author;
  /** Children that are not deleted; the first is the main line. */
  readonly children: readonly number[];
  /** The child visited last, which redo follows. */
  readonly chosen: number | null;
  readonly comment: string;
  /** Black's winning chance, from 0 to 1; null if unknown. */
  readonly chance: number | null;
  /** Whether it was deleted. Nodes keep their numbers, so that a deletion can be undone. */
  readonly deleted?: boolean;
  /** Whether the variation that begins here is shown folded. */
  readonly folded?: boolean;
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Persistent, append-only variation tree: node 0 is the root, and a child comes after its parent. */
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

/** Adds a move under `parent`, or returns the existing child, and visits it. */
export function addMove(
  tree: VariationTree,
  parent: number,
  point: Point,
  author: Author = "person",
): { tree: VariationTree; at: number } {
  const added = addSideMove(tree, parent, point, author);
  return { tree: visit(added.tree, added.at), at: added.at };
}

/** Adds a move under `parent`, or returns the existing child. Redo follows the line that it followed before. */
export function addSideMove(
  tree: VariationTree,
  parent: number,
  { x, y }: Point,
  author: Author = "person",
): { tree: VariationTree; at: number } {
  const point = { x, y };
  const { children, chosen } = node(tree, parent);
  const known = children.find((child) => samePoint(node(tree, child).point, point));
  if (known !== undefined) return { tree, at: known };
  const deleted = deletedChild(tree, parent, point);
  const at = deleted ?? tree.length;
  const grown = change(tree, parent, { children: [...children, at], chosen: chosen ?? at });
  // A deleted move that is played again is that node, without what followed.
  if (deleted !== undefined) {
    const chance = node(tree, deleted).chance;
    return { tree: change(grown, at, { ...leaf(parent, point, author), chance, deleted: false }), at };
  }
  return { tree: [...grown, leaf(parent, point, author)], at };
}

/** The deleted child with this move. */
function deletedChild(tree: VariationTree, parent: number, point: Point): number | undefined {
  const found = tree.findIndex(
    (each) => each.deleted === true && each.parent === parent && samePoint(each.point, point),
  );
  return found < 0 ? undefined : found;
}

/** Entry of a node list in which parents come first; its number is its index, from 1. */
interface ListedNode {
  readonly parent: number;
  readonly x: number;
  readonly y: number;
  readonly author?: Author;
  readonly comment?: string;
  readonly chance?: number | null;
}

/** Builds the tree of a node list; redo follows the first line. */
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

/** The nodes that are not deleted as a list in which parents come first; the number of each is its place, from 1. */
export function listedNodes(tree: VariationTree): (Required<ListedNode> & { readonly id: number })[] {
  const places = new Map([[ROOT, 0]]);
  return tree.flatMap(({ parent, point, author, comment, chance, deleted }, id) => {
    if (parent === null || point === null || deleted) return [];
    places.set(id, places.size);
    return [{ id, parent: places.get(parent)!, x: point.x, y: point.y, author, comment, chance }];
  });
}

/** The end of the first line, or the node after a number of its moves. */
export function firstLine(tree: VariationTree, moves = Number.POSITIVE_INFINITY): number {
  let at = ROOT;
  for (let count = 0; count < moves; count++) {
    const [next] = node(tree, at).children;
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Builds a tree of one line; returns it with its end. */
export const treeFromMoves = (moves: readonly Point[]): { tree: VariationTree; at: number } =>
  moves.reduce((line, point) => addMove(line.tree, line.at, point), { tree: emptyTree(), at: ROOT });

/** Merges two trees; `places` maps the nodes of the second one, which decides how they are arranged. */
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
  const merged = tree.map((each): Writable<VariationNode> => ({ ...each }));
  two.forEach((each, id) => {
    const at = merged[places[id]!]!;
    at.comment = at.comment || each.comment;
    at.chance = at.chance ?? each.chance;
    at.deleted = each.deleted === true;
    at.folded = each.folded === true;
  });
  two.forEach(({ children }, id) => {
    const at = merged[places[id]!]!;
    const ordered = children.map((child) => places[child]!);
    const others = at.children.filter((child) => !ordered.includes(child) && merged[child]!.deleted !== true);
    at.children = [...ordered, ...others];
    at.chosen = at.chosen !== null && at.children.includes(at.chosen) ? at.chosen : (at.children[0] ?? null);
  });
  return { tree: merged, places };
}

/** Marks the path to `id` as the one that redo follows. */
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

/** Path of nodes from the root to `id`. */
export function pathTo(tree: VariationTree, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = node(tree, at).parent) path.push(at);
  return path.reverse();
}

/** Path of nodes from the root through `id` to the end of redo. */
export function lineThrough(tree: VariationTree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let at = chosenOf(tree, id); at !== null; at = chosenOf(tree, at)) line.push(at);
  return line;
}

/** Moves from the root to `id`. */
export function movesTo(tree: VariationTree, id: number): Point[] {
  return pathTo(tree, id).flatMap((at) => node(tree, at).point ?? []);
}

/** The next or previous sibling of a node, cyclically. */
export function sibling(tree: VariationTree, id: number, by: 1 | -1): number {
  const { parent } = node(tree, id);
  if (parent === null) return id;
  const { children } = node(tree, parent);
  return children[(children.indexOf(id) + by + children.length) % children.length] ?? id;
}
