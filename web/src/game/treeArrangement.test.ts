import { expect, test } from "vitest";
import type { Point } from "../board/point";
import {
  arrange,
  arrangementOf,
  deleteNodes,
  fold,
  promote,
  promoteToMain,
  restoreNodes,
  variationHead,
  variationHeads,
} from "./treeArrangement";
import {
  addMove,
  addSideMove,
  lineThrough,
  mergeTrees,
  ROOT,
  treeFromNodes,
  type VariationTree,
} from "./variationTree";

const p = (x: number, y = 0): Point => ({ x, y });

/** 1 2 3, with 4 5 beside 2 and 6 beside 4. */
const TREE = treeFromNodes([
  { parent: 0, x: 1, y: 0 },
  { parent: 1, x: 2, y: 0 },
  { parent: 2, x: 3, y: 0 },
  { parent: 1, x: 4, y: 0, comment: "other" },
  { parent: 4, x: 5, y: 0, chance: 0.5 },
  { parent: 1, x: 6, y: 0 },
]);

/** The nodes that can be reached, with their children. */
const shape = (tree: VariationTree, id: number = ROOT): unknown =>
  tree[id]!.children.map((child) => [child, shape(tree, child)]);

test("a deleted variation is gone with all that follows, and comes back as it was", () => {
  const { tree, at, deletion } = deleteNodes(TREE, [4], 5);
  expect(tree[1]!.children).toEqual([2, 6]);
  expect(at).toBe(1);
  expect(deletion.nodes).toEqual([4, 5]);
  expect(shape(restoreNodes(tree, deletion))).toEqual(shape(TREE));
  expect(restoreNodes(tree, deletion)[4]!.comment).toBe("other");
});

test("the main line can be deleted, and the next variation takes its place", () => {
  const { tree, at } = deleteNodes(TREE, [2], 3);
  expect(tree[1]!.children).toEqual([4, 6]);
  expect(lineThrough(tree, at)).toEqual([0, 1, 4, 5]);
});

test("a deleted move that is played again comes back without what followed", () => {
  const { tree } = deleteNodes(TREE, [4], 1);
  const again = addMove(tree, 1, p(4));
  expect(again.at).toBe(4);
  expect(again.tree[4]).toMatchObject({ comment: "", children: [], deleted: false });
  const more = addMove(again.tree, 4, p(9)).tree;
  const { deletion } = deleteNodes(TREE, [4], 1);
  expect(restoreNodes(more, deletion)[4]!.children).toEqual([5, 7]);
});

test("deletions are undone in any order of what came between", () => {
  const first = deleteNodes(TREE, [5], 5);
  const second = deleteNodes(first.tree, [4], first.at);
  const played = addMove(second.tree, 1, p(8)).tree;
  const restored = restoreNodes(restoreNodes(played, second.deletion), first.deletion);
  expect(restored[1]!.children).toEqual([2, 4, 6, 7]);
  expect(restored[4]!.children).toEqual([5]);
});

test("a variation is promoted one place or to the main line", () => {
  expect(variationHead(TREE, 5)).toBe(4);
  expect(variationHead(TREE, 3)).toBeNull();
  expect(promote(TREE, 6)[1]!.children).toEqual([2, 6, 4]);
  expect(promote(TREE, 3)).toBe(TREE);
  expect(promoteToMain(TREE, 5)[1]!.children).toEqual([4, 2, 6]);
  expect(variationHeads(TREE)).toEqual([4, 6]);
});

test("a kept line is a side line: redo follows what it followed", () => {
  let { tree, at } = addSideMove(TREE, 2, p(7));
  ({ tree, at } = addSideMove(tree, at, p(8)));
  expect(lineThrough(tree, 1)).toEqual([0, 1, 2, 3]);
  expect(tree[2]!.children).toEqual([3, 7]);
  expect(at).toBe(8);
});

test("an arrangement gives the tree back, whatever numbers the server has", () => {
  const arranged = fold(promote(deleteNodes(promoteToMain(TREE, 6), [5], ROOT).tree, 4), [2], true);
  // The server counts otherwise: node n has the number 2n.
  const numbers = TREE.map((_, id) => (id === 0 ? 0 : id * 2));
  const kept = arrangementOf(arranged, numbers);
  expect(kept).toEqual({ deleted: [10], order: [12, 8, 4], folded: [4] });
  const half = (ids: readonly number[]) => ids.map((id) => id / 2);
  const again = arrange(TREE, {
    deleted: half(kept.deleted),
    order: half(kept.order),
    folded: half(kept.folded),
  });
  expect(shape(again)).toEqual(shape(arranged));
  expect([again[5]!.deleted, again[2]!.folded]).toEqual([true, true]);
});

test("random tidying, kept and read again, is the same tree", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  let tree = TREE;
  const numbers = (): number[] => tree.map((_, id) => id);
  for (let step = 0; step < 150; step++) {
    const live = tree.flatMap(({ deleted }, id) => (deleted ? [] : [id]));
    const id = live[random(live.length)]!;
    const kind = random(6);
    if (kind < 3) tree = addMove(tree, id, p(random(5), random(3))).tree;
    else if (kind === 3 && live.length > 6) {
      const cut = deleteNodes(tree, [id], ROOT);
      if (random(2) === 0) expect(shape(restoreNodes(cut.tree, cut.deletion))).toEqual(shape(tree));
      tree = cut.tree;
    } else tree = kind === 4 ? promote(tree, id) : promoteToMain(tree, id);
    const plain = treeFromNodes(tree.slice(1).map(({ parent, point }) => ({ parent: parent!, ...point! })));
    expect(shape(arrange(plain, arrangementOf(tree, numbers())))).toEqual(shape(tree));
  }
});

test("a merge takes the arrangement of the second tree", () => {
  const { tree: cut } = deleteNodes(promoteToMain(TREE, 6), [4], ROOT);
  const { tree } = mergeTrees(TREE, cut);
  expect(shape(tree)).toEqual(shape(cut));
  // What was added elsewhere meanwhile stays.
  const { tree: more } = mergeTrees(addMove(TREE, 1, p(9)).tree, cut);
  expect(more[1]!.children).toEqual([6, 2, 7]);
});
