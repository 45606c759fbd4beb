import { expect, test } from "vitest";
import { Refusal } from "../api/client";
import { fakeClient } from "../api/client.fake";
import type { Judged, JudgedGame } from "../api/types";
import { Court } from "./court";

const game = (part: Partial<JudgedGame>): JudgedGame => ({
  file: "",
  line: 1,
  rule: "freestyle",
  area: { width: 15, height: 15 },
  setup: [],
  first: "black",
  moves: [
    { x: 7, y: 7 },
    { x: 8, y: 7 },
    { x: 7, y: 7 },
  ],
  winner: null,
  end: "unfinished",
  at: 0,
  after: 0,
  claim: null,
  agrees: "unknown",
  lines: [],
  fault: null,
  ...part,
});

const judged = (...games: JudgedGame[]): Judged => ({
  format: "psq",
  games,
  count: games.length,
  decided: 0,
  unreadable: 0,
  disagree: 0,
});

const court = (answer: Judged): Court => new Court(fakeClient({ judge: async () => answer }));

test("disagreements come first, then what cannot be, and the first is chosen", async () => {
  const judge = court(
    judged(
      game({ agrees: "yes", end: "five", at: 3 }),
      game({ end: "occupied", at: 3 }),
      game({}),
      game({ agrees: "no", end: "five", at: 2 }),
    ),
  );
  await judge.judge([new Blob(["records"])]);
  expect(judge.cases.value.map(({ number, verdict }) => [number, verdict])).toEqual([
    [4, "differs"],
    [2, "faulty"],
    [3, "open"],
    [1, "agrees"],
  ]);
  expect(judge.chosen.value?.number).toBe(4);
  expect(judge.number.value).toBe(2);
  judge.filter.value = "open";
  expect(judge.shown.value.map(({ number }) => number)).toEqual([3]);
  expect(judge.counts.value).toEqual({ differs: 1, faulty: 1, open: 1, agrees: 1 });
});

test("a move that cannot be is not put on the board", async () => {
  const judge = court(judged(game({ end: "occupied", at: 3 })));
  await judge.judge([new Blob(["records"])]);
  judge.show(10);
  expect(judge.number.value).toBe(2);
  expect(judge.position()?.moves).toHaveLength(2);
  judge.show(-1);
  expect(judge.number.value).toBe(0);
});

test("what the server says against a record is kept", async () => {
  const fault = { code: "bad_record", message: "no", place: { line: 3, column: 4 } };
  const judge = new Court(fakeClient({ judge: () => Promise.reject(new Refusal(fault)) }));
  await judge.judge([new Blob(["records"])]);
  expect(judge.fault.value).toEqual(fault);
  expect(judge.busy.value).toBe(false);
});

test("a drawn board is asked about, and the game that leads to it can be walked through", async () => {
  const moves = [
    { x: 1, y: 1, name: "b2" },
    { x: 2, y: 1, name: "c2" },
  ];
  const judge = new Court(
    fakeClient({ check: async () => ({ answer: "yes", moves, reason: null, tried: null }) }),
  );
  await judge.judge([new Blob(["...\n.ox\n..."])]);
  expect(judge.chosen.value).toMatchObject({ end: "possible", verdict: "agrees", area: { width: 3 } });
  expect(judge.number.value).toBe(2);
  await judge.wonder();
  judge.witness();
  expect(judge.number.value).toBe(1);
  expect(judge.position()?.moves).toEqual([{ x: 1, y: 1 }]);
});
