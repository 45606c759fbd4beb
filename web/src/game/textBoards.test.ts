import { expect, test } from "vitest";
import { parseTextBoards } from "./textBoards";

test("text boards are separated by empty lines", () => {
  const boards = parseTextBoards("...\n.ox\n...\n\n\r\nxo.\n...\n...\n...\n", "freestyle");
  expect(boards?.map(({ area }) => area)).toEqual([
    { width: 3, height: 3 },
    { width: 3, height: 4 },
  ]);
  expect(boards?.[0]?.stones).toEqual([
    { x: 1, y: 1, color: "black" },
    { x: 2, y: 1, color: "white" },
  ]);
});

test.each(["", "h8i9", "...\n..\n...", "(;GM[4])", "ox\n..", "...\n.a.\n..."])(
  "%j is no text board",
  (text) => expect(parseTextBoards(text, "renju")).toBeNull(),
);
