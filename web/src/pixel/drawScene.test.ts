import { expect, test } from "vitest";
import { blend } from "./brush";
import { pixelsAcross, scaleFor } from "./drawScene";

test.each([2, 5, 9, 13, 19, 25])("a board of %i fits every screen in whole pixels", (side) => {
  for (const room of [300, 328, 720, 1000, 2160]) {
    const { cell, times } = scaleFor(side, room);
    expect(Number.isInteger(times)).toBe(true);
    expect(times * pixelsAcross(side, cell)).toBeLessThanOrEqual(room);
    // At most a quarter of the available space is unused.
    expect(times * pixelsAcross(side, cell)).toBeGreaterThan(room * 0.75);
  }
});

test("blend interpolates two colors", () => {
  expect(blend("#000000", "#ffffff", 0)).toBe("#000000");
  expect(blend("#000000", "#ffffff", 0.5)).toBe("#808080");
  expect(blend("#000000", "#ff8000", 1)).toBe("#ff8000");
});
