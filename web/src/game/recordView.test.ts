import { expect, test } from "vitest";
import type { PlayedMove } from "../api/types";
import type { JudgedRecord } from "./judgedRecord";
import { recordBoardView, recordPosition, recordView } from "./recordView";

const black = (x: number): PlayedMove => ({ color: "black", point: { x, y: 0 } });
const white = (x: number): PlayedMove => ({ color: "white", point: { x, y: 1 } });
const pass = (color: "black" | "white"): PlayedMove => ({ color, point: null });

const recorded = (...moves: PlayedMove[]): JudgedRecord => ({
  number: 1,
  line: 1,
  black: "",
  white: "",
  source: "",
  rule: "freestyle",
  area: { width: 15, height: 15 },
  setup: [],
  first: "black",
  moves,
  verdict: "open",
  end: "unfinished",
  winner: null,
  at: 0,
  after: 0,
  claim: null,
  lines: [],
  repairs: [],
  fault: null,
});

test("a stone has the color of its move, also after a pass and out of turn", () => {
  const record = recorded(black(0), pass("white"), black(1), white(2), white(3));
  const { stones, turn, last } = recordView(record, 5);
  expect(stones.map(({ x, color, number }) => [x, color, number])).toEqual([
    [0, "black", 1],
    [1, "black", 3],
    [2, "white", 4],
    [3, "white", 5],
  ]);
  expect(turn).toBe("black");
  expect(last).toMatchObject({ x: 3, y: 1 });
  expect(recordView(record, 1).turn).toBe("white");
  expect(recordView(record, 4).turn).toBe("white");
  expect(recordView(record, 0)).toMatchObject({ turn: "black", stones: [], last: null });
});

test("a position has moves if the sides alternate, else a setup", () => {
  const record = recorded(black(0), white(1), black(2), pass("white"), black(3));
  expect(recordPosition(record, 3)).toEqual({
    rule: "freestyle",
    area: { width: 15, height: 15 },
    moves: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 0 },
    ],
  });
  const { moves, setup } = recordPosition(record, 5);
  expect(moves).toEqual([]);
  expect(setup?.turn).toBe("white");
  expect(setup?.stones.map(({ x, color }) => [x, color])).toEqual([
    [0, "black"],
    [1, "white"],
    [2, "black"],
    [3, "black"],
  ]);
});

test("an illegal pass has no mark", () => {
  const record: JudgedRecord = {
    ...recorded(black(0), pass("white")),
    verdict: "illegal",
    end: "pass",
    at: 2,
  };
  expect(recordBoardView(record, recordView(record, 1), 1).marks).toEqual([]);
});
