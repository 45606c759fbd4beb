import { expect, test, vi } from "vitest";
import { ApiError } from "../api/client";
import { fakeClient } from "../api/client.fake";
import type { ImportResponse, JudgedGame, JudgeResponse } from "../api/types";
import { JudgeController } from "./judgeController";

const game = (part: Partial<JudgedGame>): JudgedGame => ({
  file: "",
  line: 1,
  black: "",
  white: "",
  rule: "freestyle",
  area: { width: 15, height: 15 },
  setup: [],
  first: "black",
  moves: [
    { color: "black", point: { x: 7, y: 7 } },
    { color: "white", point: { x: 8, y: 7 } },
    { color: "black", point: { x: 7, y: 7 } },
  ],
  winner: null,
  end: "unfinished",
  at: 0,
  earlier: 0,
  after: 0,
  claim: null,
  agrees: "unknown",
  lines: [],
  repairs: [],
  fault: null,
  ...part,
});

const judged = (...games: JudgedGame[]): JudgeResponse => ({
  format: "psq",
  games,
  count: games.length,
  tallies: games.map(({ end, agrees }) => ({ end, agrees, count: 1 })),
  decided: 0,
  unreadable: 0,
  disagree: 0,
});

const controllerFor = (answer: JudgeResponse): JudgeController =>
  new JudgeController(fakeClient({ judge: async () => answer }));

test("disagreements are sorted first, then illegal games, and the first is chosen", async () => {
  const judge = controllerFor(
    judged(
      game({ agrees: "yes", end: "five", at: 3 }),
      game({ end: "occupied", at: 3 }),
      game({}),
      game({ agrees: "no", end: "five", at: 2 }),
    ),
  );
  await judge.judge([new Blob(["records"])]);
  expect(judge.records.value.map(({ number, verdict }) => [number, verdict])).toEqual([
    [4, "differs"],
    [2, "illegal"],
    [3, "open"],
    [1, "agrees"],
  ]);
  expect(judge.chosen.value?.number).toBe(4);
  expect(judge.number.value).toBe(2);
  judge.filter.value = "open";
  expect(judge.shown.value.map(({ number }) => number)).toEqual([3]);
  expect(judge.counts.value).toEqual({ differs: 1, illegal: 1, unreadable: 0, open: 1, agrees: 1 });
});

test("all records of a large file are counted and loaded in pages", async () => {
  const count = 4500;
  const tallies = [
    { end: "five", agrees: "yes", count: 4000 },
    { end: "five", agrees: "no", count: 400 },
    { end: "occupied", agrees: "no", count: 100 },
  ];
  const ask = vi.fn(async (_: unknown, { most = 0, skip = 0 } = {}) => ({
    ...judged(...Array.from({ length: Math.min(most, count - skip) }, () => game({ agrees: "yes" }))),
    ...{ count, tallies },
  }));
  const judge = new JudgeController(fakeClient({ judge: ask }));
  await judge.judge([new Blob(["records"]), new Blob(["more"])]);
  expect(judge.count.value).toBe(9000);
  expect(judge.counts.value).toEqual({ agrees: 8000, differs: 800, illegal: 200, unreadable: 0, open: 0 });
  expect(judge.records.value).toHaveLength(9000);
  expect(new Set(judge.records.value.map(({ number }) => number)).size).toBe(9000);
  expect(ask).toHaveBeenCalledTimes(6);
});

test("the table is limited, the counts are not", async () => {
  const tallies = [{ end: "unfinished", agrees: "unknown", count: 50_000 }];
  const judge = new JudgeController(
    fakeClient({
      judge: async (_, { most = 0 } = {}) => ({
        ...judged(...Array.from({ length: most }, () => game({}))),
        ...{ count: 50_000, tallies },
      }),
    }),
  );
  await judge.judge([new Blob(["records"])]);
  expect(judge.records.value).toHaveLength(20_000);
  expect(judge.counts.value.open).toBe(50_000);
});

test("a record is imported by its number in its file", async () => {
  const nodes = [
    { parent: 0, x: 7, y: 7 },
    { parent: 1, x: 8, y: 7, comment: "here" },
    { parent: 1, x: 1, y: 1 },
  ];
  const info = { black: "Ada", white: "", round: "", date: "", place: "", result: "" };
  const whole = { rule: "freestyle", area: { width: 15, height: 15 }, setup: null, title: "", info } as const;
  const ask = vi.fn(
    async () => ({ game: { ...whole, comment: "", nodes, losses: [] } }) as unknown as ImportResponse,
  );
  const judge = new JudgeController(
    fakeClient({ judge: async () => judged(game({}), game({ end: "occupied", at: 3 })), import: ask }),
  );
  const files = [new File(["a"], "a.txt"), new File(["b"], "b.txt")];
  await judge.judge(files);
  judge.choose(judge.records.value.find(({ number }) => number === 4)!);
  const imported = await judge.importChosen();
  expect(ask).toHaveBeenCalledWith(files[1], { rule: "freestyle", name: "b.txt", game: 2 });
  expect(imported).toMatchObject({ at: 2, about: { black: "Ada" } });
  expect(imported?.tree[2]?.comment).toBe("here");
  // An import that does not lead to the shown position is rejected.
  judge.choose(judge.records.value.find(({ number }) => number === 1)!);
  expect(await judge.importChosen()).toBeNull();
});

test("an illegal move is not shown on the board", async () => {
  const judge = controllerFor(judged(game({ end: "occupied", at: 3 })));
  await judge.judge([new Blob(["records"])]);
  judge.show(10);
  expect(judge.number.value).toBe(2);
  expect(judge.position()?.moves).toHaveLength(2);
  judge.show(-1);
  expect(judge.number.value).toBe(0);
});

test("an error of the server is reported", async () => {
  const fault = { code: "bad_record", message: "no", place: { line: 3, column: 4 } };
  const judge = new JudgeController(fakeClient({ judge: () => Promise.reject(new ApiError(fault)) }));
  await judge.judge([new Blob(["records"])]);
  expect(judge.fault.value).toEqual(fault);
  expect(judge.busy.value).toBe(false);
});

test("a board is judged as reachable or not, and its witness can be stepped through", async () => {
  const moves = [
    { x: 1, y: 1, name: "b2" },
    { x: 2, y: 1, name: "c2" },
  ];
  const board = { area: { width: 3, height: 3 }, moves: [] };
  const possible = game({
    ...board,
    end: "possible",
    moves: [
      { color: "black", point: { x: 1, y: 1 } },
      { color: "white", point: { x: 2, y: 1 } },
    ],
  });
  const judge = new JudgeController(
    fakeClient({
      judge: async () =>
        judged(possible, game({ ...board, end: "impossible" }), game({ ...board, end: "unknown" })),
      check: async () => ({ answer: "yes", moves, reason: null, tried: null }),
    }),
  );
  await judge.judge([new Blob(["...\n.ox\n..."])]);
  expect(judge.counts.value).toEqual({ differs: 0, illegal: 1, unreadable: 0, open: 1, agrees: 1 });
  judge.choose(judge.records.value.find(({ number }) => number === 1)!);
  expect(judge.chosen.value).toMatchObject({ end: "possible", verdict: "agrees", area: { width: 3 } });
  expect(judge.number.value).toBe(2);
  await judge.checkReachable();
  judge.showWitness();
  expect(judge.number.value).toBe(1);
  expect(judge.position()?.moves).toEqual([{ x: 1, y: 1 }]);
});
