import { expect, test, vi } from "vitest";
import { fakeClient } from "../api/client.fake";
import type { ImportedGame, ImportResponse } from "../api/types";
import { positionOf } from "./gameState";
import { gameFromRecord, importGame, lossTexts, playersText } from "./importGame";

const BOARD = { rule: "renju", area: { width: 15, height: 15 } } as const;
const NO_INFO = { black: "", white: "", round: "", date: "", place: "", result: "" };
const GAME: ImportedGame = {
  rule: "freestyle",
  area: { width: 20, height: 20 },
  setup: null,
  title: "",
  info: NO_INFO,
  comment: "the start",
  nodes: [
    { parent: 0, x: 1, y: 2 },
    { parent: 1, x: 3, y: 3, comment: "main" },
    { parent: 1, x: 4, y: 4, comment: "side" },
  ],
  losses: [],
};

const importing = (game: Partial<ImportedGame>) => {
  const file = { content: "sgf", count: 1, list: [], number: 1, game: { ...GAME, ...game } };
  const ask = vi.fn(async () => file as ImportResponse);
  return { client: fakeClient({ import: ask }), ask };
};

test("a link is parsed on the page, also as a full URL", async () => {
  const { client, ask } = importing({});
  const position = { rule: "nogo", area: { width: 9, height: 9 }, moves: [{ x: 4, y: 4 }] };
  for (const text of [" nogo/9x9/e5 ", "http://127.0.0.1:8421/solve#nogo/9x9/e5"]) {
    const { game, file } = await importGame(client, text, BOARD);
    expect(positionOf(game, game.at)).toEqual(position);
    expect(file).toBeNull();
  }
  const infinite = await importGame(client, "(0,0)(-1,2)", { rule: "exact", area: null });
  expect(positionOf(infinite.game, infinite.game.at).moves).toHaveLength(2);
  expect(ask).not.toHaveBeenCalled();
});

test("other formats are parsed by the server, with the current board as default", async () => {
  const { client, ask } = importing({});
  await importGame(client, "h8i9", BOARD);
  expect(ask).toHaveBeenCalledWith("h8i9", { rule: "renju", size: "15x15" });
  await importGame(client, "https://gomocalc.com/#/h8i9", BOARD);
  expect(ask).toHaveBeenLastCalledWith("h8i9", { rule: "renju", size: "15x15" });
  const file = new File(["(;GM[4])"], "a.sgf");
  await importGame(client, file, { rule: "exact", area: null }, 3);
  expect(ask).toHaveBeenLastCalledWith(file, { rule: "exact", name: "a.sgf", game: 3 });
});

test("variations and comments are imported, at the end of the main line, without an engine", () => {
  const game = gameFromRecord({ ...GAME, title: "Cup", info: { ...NO_INFO, black: "Ada" } });
  expect(game.tree.map(({ parent, comment }) => [parent, comment])).toEqual([
    [null, "the start"],
    [0, ""],
    [1, "main"],
    [1, "side"],
  ]);
  expect(game).toMatchObject({ at: 2, touched: true, match: { level: null, rule: "freestyle" } });
  expect(game.about).toMatchObject({ title: "Cup", black: "Ada", white: "" });
  expect(playersText(game.about!)).toBe("Ada – ?");
});

test("losses are reported with their first place", () => {
  const place = { move: 3, point: { x: 7, y: 12 } };
  const losses = [
    { kind: "illegal" as const, count: 2, place, why: "taken" },
    { kind: "signs" as const, count: 4 },
  ];
  expect(lossTexts({ ...GAME, losses })).toEqual([
    "Moves that are not legal, with what follows: 2, the first at move 3, h8. taken",
    "Signs on the board: 4",
  ]);
});
