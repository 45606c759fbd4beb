import { expect, test } from "vitest";
import { toCsv } from "./download";

test("what would break a row is quoted", () => {
  expect(
    toCsv([
      ["a", 1, null],
      ['say "no"', "b,c", "d\ne"],
    ]),
  ).toBe('a,1,\r\n"say ""no""","b,c","d\ne"\r\n');
});
