import { expect, test } from "vitest";
import type { Position } from "../api/types";
import { adaptGame, asSetup } from "./adaptGame";
import { type GameState, positionOf } from "./gameState";
import { formatLink, positionFromLink } from "./link";
import { FIRST_MATCH } from "./match";
import { addMove, treeFromMoves } from "./variationTree";

const game = (link: string): GameState => {
  const { rule, area, setup, moves } = positionFromLink(link)!;
  const match = { ...FIRST_MATCH, rule, area };
  return { match, setup: setup ?? null, ...treeFromMoves(moves), key: "", touched: false };
};
const shown = (state: GameState): string => formatLink(positionOf(state, state.at));
const square = (side: number) => ({ width: side, height: side });

test("another rule keeps every stone, move and variation", () => {
  const { game: found, lost } = adaptGame(game("freestyle/15x15/h8i9j10"), "renju", square(15));
  expect([shown(found), lost]).toEqual(["renju/15x15/h8i9j10", 0]);
});

test.each([
  ["the middle stays the middle", "freestyle/15x15/h8i9", 19, "freestyle/19x19/j10k11"],
  ["a smaller board", "freestyle/19x19/j10k11", 15, "freestyle/15x15/h8i9"],
  ["stones near an edge are pushed in", "freestyle/15x15/o15n14", 9, "freestyle/9x9/i9h8"],
  ["to a board without edges", "freestyle/15x15/h8i9", 0, "freestyle/infinite/(0,0)(1,-1)"],
  ["from one", "freestyle/infinite/b:(100,0)(102,0);w:(101,1)", 15, "freestyle/15x15/b:g8i8;w:h7"],
  ["no stones", "freestyle/15x15", 9, "freestyle/9x9"],
])("%s", (_name, from, side, to) => {
  const { game: found, lost } = adaptGame(game(from), "freestyle", side === 0 ? null : square(side));
  expect([shown(found), lost]).toEqual([to, 0]);
});

test("a variation that does not fit drops the moves, not the shown stones", () => {
  const seen = game("freestyle/15x15/h8i9");
  const { tree } = addMove(addMove(seen.tree, 0, { x: 0, y: 0 }).tree, 0, { x: 14, y: 14 });
  const { game: found, lost } = adaptGame({ ...seen, tree }, "freestyle", square(9));
  expect([shown(found), lost]).toEqual(["freestyle/9x9/b:e5;w:f6", 0]);
});

test("stones that do not fit are counted", () => {
  const { game: found, lost } = adaptGame(game("freestyle/15x15/a15o1h8"), "freestyle", square(9));
  expect([shown(found), lost]).toEqual(["freestyle/9x9/w:;b:e5", 2]);
});

test("asSetup keeps the stones and the side to move", () => {
  const position: Position = positionOf(asSetup(game("renju/15x15/w:a1;b:b1/h8")), 0);
  expect(formatLink(position)).toBe("renju/15x15/b:b1;w:a1h8");
});
