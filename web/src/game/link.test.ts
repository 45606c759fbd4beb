import { expect, test } from "vitest";
import type { Position } from "../api/types";
import { formatLink, parseLink, positionFromLink } from "./link";

const FIFTEEN = { width: 15, height: 15 };

const POSITIONS: [string, Position][] = [
  ["renju/15x15", { rule: "renju", area: FIFTEEN, moves: [] }],
  [
    "renju/15x15/h8i9",
    {
      rule: "renju",
      area: FIFTEEN,
      moves: [
        { x: 7, y: 7 },
        { x: 8, y: 6 },
      ],
    },
  ],
  [
    "freestyle/infinite/(0,0)(-3,12)",
    {
      rule: "freestyle",
      area: null,
      moves: [
        { x: 0, y: 0 },
        { x: -3, y: 12 },
      ],
    },
  ],
  [
    "exact/20x12/w:;b:a1t12/c3",
    {
      rule: "exact",
      area: { width: 20, height: 12 },
      setup: {
        turn: "white",
        stones: [
          { x: 0, y: 11, color: "black" },
          { x: 19, y: 0, color: "black" },
        ],
      },
      moves: [{ x: 2, y: 9 }],
    },
  ],
];

test.each(POSITIONS)("%s round-trips", (link, position) => {
  expect(formatLink(position)).toBe(link);
  expect(positionFromLink(`#${link}`)).toEqual(position);
  expect(positionFromLink(`#${encodeURIComponent(link)}`)).toEqual(position);
});

test.each([
  "",
  "renju",
  "chess/8x8",
  "renju/0x5",
  "renju/99x99",
  "renju/15x15/h8!",
  "renju/15x15/p1",
  "renju/15x15/b:h8/i9",
  "renju/15x15/h8/i9",
  "%E0%A4%A",
  "renju/15x15/b:h8;b:i9",
])("%s is rejected", (link) => expect(positionFromLink(link)).toBeNull());

test.each([
  ["chess/8x8", "rule", "chess", 1],
  ["renju/99x99", "size", "99x99", 7],
  ["renju", "size", "", 7],
  ["renju/15x15/h8zz99i9", "point", "zz99", 15],
  ["renju/15x15/h8 !", "point", "!", 16],
  ["renju/15x15/b:h8;w:i9p1/j10", "point", "p1", 22],
  ["renju/15x15/b:h8;b:i9", "setup", "b:h8;b:i9", 13],
  ["freestyle/infinite/(0,0)h8", "pair", "h8", 25],
  ["renju/15x15/h8/i9", "parts", "i9", 16],
  ["%E0%A4%A", "encoding", "%E0%A4%A", 1],
])("%s: the error names the part and its offset", (link, what, text, at) => {
  expect(parseLink(`#${link}`)).toEqual({ fault: expect.objectContaining({ what, text, at }) });
});

test("a long bad part is truncated, and an empty hash is no error", () => {
  expect(parseLink(`#renju/15x15/${"!".repeat(500)}`)).toEqual({
    fault: { what: "point", text: `${"!".repeat(24)}…`, at: 13, first: "a1", last: "o15" },
  });
  expect(parseLink("#")).toBeNull();
  expect(parseLink("")).toBeNull();
});
