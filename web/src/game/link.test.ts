import { expect, test } from "vitest";
import type { Position } from "../api/types";
import { linked, linkOf } from "./link";

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

test.each(POSITIONS)("%s is the position it was made from", (link, position) => {
  expect(linkOf(position)).toBe(link);
  expect(linked(`#${link}`)).toEqual(position);
  expect(linked(`#${encodeURIComponent(link)}`)).toEqual(position);
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
])("%s is no position", (link) => expect(linked(link)).toBeNull());
