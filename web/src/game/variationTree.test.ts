import { expect, test } from "vitest";
import type { Point } from "../board/point";
import {
  addMove,
  chosenOf,
  emptyTree,
  firstLine,
  lineThrough,
  movesTo,
  parentOf,
  ROOT,
  setComment,
  sibling,
  treeFromNodes,
  type VariationTree,
  visit,
} from "./variationTree";

const p = (x: number, y = 0): Point => ({ x, y });

function play(tree: VariationTree, from: number, ...points: Point[]): { tree: VariationTree; at: number } {
  return points.reduce(({ tree, at }, point) => addMove(tree, at, point), { tree, at: from });
}

test("movesTo returns the moves of a path", () => {
  const { tree, at } = play(emptyTree(), ROOT, p(7), p(8), p(9));
  expect(movesTo(tree, at)).toEqual([p(7), p(8), p(9)]);
});

test("a different move after undo adds a branch", () => {
  const first = play(emptyTree(), ROOT, p(1), p(2));
  const back = parentOf(first.tree, first.at)!;
  const second = play(first.tree, back, p(3));
  expect(movesTo(second.tree, first.at)).toEqual([p(1), p(2)]);
  expect(movesTo(second.tree, second.at)).toEqual([p(1), p(3)]);
  expect(sibling(second.tree, second.at, 1)).toBe(first.at);
  expect(sibling(second.tree, second.at, -1)).toBe(first.at);
});

test("a repeated move returns the existing node", () => {
  const first = play(emptyTree(), ROOT, p(1));
  const again = play(first.tree, ROOT, p(1));
  expect(again.at).toBe(first.at);
  expect(again.tree).toHaveLength(2);
});

test("redo follows the last visited branch", () => {
  const first = play(emptyTree(), ROOT, p(1), p(2));
  const second = play(first.tree, ROOT, p(5), p(6));
  expect(chosenOf(second.tree, ROOT)).toBe(second.at - 1);
  const visited = visit(second.tree, first.at);
  expect(lineThrough(visited, ROOT)).toEqual([ROOT, first.at - 1, first.at]);
});

test("setComment changes one node and leaves the old tree unchanged", () => {
  const { tree, at } = play(emptyTree(), ROOT, p(1), p(2));
  const noted = setComment(tree, at, "why not");
  expect(noted[at]?.comment).toBe("why not");
  expect(tree[at]?.comment).toBe("");
  expect(noted.filter((node) => node.comment)).toHaveLength(1);
});

test("random play and undo never loses a move", () => {
  let tree = emptyTree();
  let at = ROOT;
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const ends = new Map<number, Point[]>();
  for (let turn = 0; turn < 500; turn++) {
    if (random(3) === 0) at = parentOf(tree, at) ?? ROOT;
    else {
      const path: Point[] = movesTo(tree, at);
      const point = p(random(4), turn % 3);
      ({ tree, at } = addMove(tree, at, point));
      ends.set(at, [...path, point]);
    }
  }
  for (const [end, moves] of ends) expect(movesTo(tree, end)).toEqual(moves);
});

test("treeFromNodes builds the tree of a node list", () => {
  const tree = treeFromNodes(
    [
      { parent: 0, x: 1, y: 0 },
      { parent: 1, x: 2, y: 0, comment: "main", author: "engine", chance: 0.5 },
      { parent: 1, x: 3, y: 0 },
      { parent: 2, x: 4, y: 0 },
    ],
    "start",
  );
  expect(tree[ROOT]).toMatchObject({ parent: null, point: null, children: [1], comment: "start" });
  expect(tree[1]).toMatchObject({ children: [2, 3], chosen: 2 });
  expect(tree[2]).toMatchObject({ comment: "main", author: "engine", chance: 0.5, children: [4] });
  expect(movesTo(tree, firstLine(tree))).toEqual([p(1), p(2), p(4)]);
  expect([firstLine(tree, 0), firstLine(tree, 2), firstLine(treeFromNodes([]))]).toEqual([ROOT, 2, ROOT]);
});
