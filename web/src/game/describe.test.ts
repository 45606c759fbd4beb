import { beforeAll, beforeEach, expect, test } from "vitest";
import { viewOf } from "../api/client.fake";
import { loadMessages } from "../i18n/t";
import { language } from "../settings";
import { illegalText, pointLabeller, toBoardView } from "./describe";

const VIEW = {
  ...viewOf({
    rule: "renju",
    area: { width: 15, height: 15 },
    moves: [
      { x: 7, y: 7 },
      { x: 8, y: 8 },
    ],
  }),
  forbidden: [{ x: 0, y: 0, kind: "three" as const, lines: [] }],
};

beforeAll(() => loadMessages("zh"));

beforeEach(() => {
  language.value = "en";
});

test("the label of a point has its stone, number and marks", () => {
  const label = pointLabeller(VIEW);
  expect(label({ x: 7, y: 7 })).toBe("h8, Black, move 1");
  expect(label({ x: 8, y: 8 })).toBe("i7, White, move 2, last move");
  expect(label({ x: 0, y: 0 })).toBe("a15, empty, forbidden: double three");
  expect(label({ x: 1, y: 0 })).toBe("b15, empty");
});

test("only Black has forbidden points", () => {
  expect(toBoardView(VIEW, { turn: "black" }).forbidden).toEqual([{ x: 0, y: 0, shape: "3", lines: [] }]);
  const white = { ...VIEW, turn: "white" as const };
  expect(toBoardView(white, { turn: "white" }).forbidden).toEqual([]);
  expect(pointLabeller(white)({ x: 0, y: 0 })).toBe("a15, empty");
});

test("reasons are localized in the terms of players", () => {
  language.value = "zh";
  expect(illegalText({ kind: "six" }, "h8")).toBe("h8：长连禁手");
  expect(illegalText({ kind: "chokes", color: "white" }, "a1")).toBe("a1：白方的棋会没有气");
});
