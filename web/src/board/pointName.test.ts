import { expect, test } from "vitest";
import { columnName, parsePoint, pointName } from "./pointName";

const FIFTEEN = { width: 15, height: 15 };

test("rows count from the bottom, and the letter i is used", () => {
  expect(pointName(FIFTEEN, { x: 7, y: 7 })).toBe("h8");
  expect(pointName(FIFTEEN, { x: 8, y: 14 })).toBe("i1");
  expect(pointName(null, { x: -2, y: 5 })).toBe("(-2,5)");
});

test("parsePoint inverts pointName", () => {
  for (const area of [FIFTEEN, { width: 64, height: 3 }, null]) {
    for (let x = 0; x < (area?.width ?? 40); x++) {
      const point = { x, y: x % (area?.height ?? 7) };
      expect(parsePoint(area, pointName(area, point))).toEqual(point);
    }
  }
});

test("both cases are parsed, and points off the board are rejected", () => {
  expect(parsePoint(FIFTEEN, " H8 ")).toEqual({ x: 7, y: 7 });
  for (const name of ["p1", "a16", "a0", "8h", "", "h", "(1,2)", "aaa1"]) {
    expect(parsePoint(FIFTEEN, name)).toBeNull();
  }
  expect(parsePoint(null, "3, -4")).toEqual({ x: 3, y: -4 });
});

test("columns after z have two letters", () => {
  expect(columnName(25)).toBe("z");
  expect(columnName(26)).toBe("aa");
  expect(columnName(27)).toBe("ab");
});
