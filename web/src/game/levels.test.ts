import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Rule } from "../api/types";
import { levelGain, levelName } from "./levels";

test("two levels share a name", () => {
  expect([1, 2, 3, 4, 9, 10].map(levelName)).toEqual([
    "beginner",
    "beginner",
    "casual",
    "casual",
    "master",
    "master",
  ]);
});

test("the gains are those of the document", () => {
  const rules: readonly Rule[] = ["freestyle", "exact", "renju"];
  const rows = readFileSync("../docs/levels.md", "utf8").matchAll(/^\| (\d+)[^|]* over \d+ \|(.*)\|$/gm);
  let count = 0;
  for (const [, level, cells] of rows) {
    const gains = cells!.split("|").map((cell) => cell.match(/(\d+) ±/)?.[1]);
    rules.forEach((rule, index) => {
      const gain = gains[2 * index];
      expect(levelGain(rule, Number(level)), `${rule} ${level}`).toBe(gain ? Number(gain) : null);
      count++;
    });
  }
  expect(count).toBe(27);
  expect([levelGain("freestyle", 1), levelGain("nogo", 5)]).toEqual([null, null]);
});
