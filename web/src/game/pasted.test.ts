import { expect, test, vi } from "vitest";
import { fakeClient } from "../api/client.fake";
import type { Judged, JudgedGame } from "../api/types";
import { pasted } from "./pasted";

const BOARD = { rule: "renju", area: { width: 15, height: 15 } } as const;
const GAME: JudgedGame = {
  file: "",
  line: 1,
  rule: "freestyle",
  area: { width: 20, height: 20 },
  setup: [],
  first: "black",
  moves: [{ x: 1, y: 2 }],
  winner: null,
  end: "unfinished",
  at: 0,
  after: 0,
  claim: null,
  agrees: "unknown",
  lines: [],
  fault: null,
};

const judging = (game: Partial<JudgedGame>) => {
  const judge = vi.fn(async () => ({ games: [{ ...GAME, ...game }] }) as unknown as Judged);
  return { client: fakeClient({ judge }), judge };
};

test("a link is its position, also with its address", async () => {
  const { client, judge } = judging({});
  const position = { rule: "nogo", area: { width: 9, height: 9 }, moves: [{ x: 4, y: 4 }] };
  expect(await pasted(client, " nogo/9x9/e5 ", BOARD)).toEqual(position);
  expect(await pasted(client, "http://127.0.0.1:8421/solve#nogo/9x9/e5", BOARD)).toEqual(position);
  expect(judge).not.toHaveBeenCalled();
});

test("a list of points is moves on the board that is there", async () => {
  const { client } = judging({});
  const moves = [
    { x: 7, y: 7 },
    { x: 8, y: 6 },
  ];
  expect(await pasted(client, "h8 i9", BOARD)).toEqual({ ...BOARD, moves });
});

test("anything else is a record that the server reads", async () => {
  const { client, judge } = judging({});
  const { rule, area, moves } = GAME;
  expect(await pasted(client, "(;GM[4])", BOARD)).toEqual({ rule, area, moves });
  expect(judge).toHaveBeenCalledWith("(;GM[4])", { rule: "renju", size: "15x15" });
});

test("stones that were set up stand before the moves", async () => {
  const setup = [{ x: 0, y: 0, color: "white" as const }];
  const { client } = judging({ setup, first: "white", moves: [] });
  expect(await pasted(client, "o . .", BOARD)).toMatchObject({ setup: { stones: setup, turn: "white" } });
});

test("what cannot be read is refused with its reason", async () => {
  const fault = { code: "bad_record" as const, message: "no" };
  const { client } = judging({ fault });
  await expect(pasted(client, "???", BOARD)).rejects.toMatchObject({ code: "bad_record" });
});
