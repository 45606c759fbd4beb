import { expect, test } from "vitest";
import { drawText, hasGlyphs, LARGE, SMALL, textWidth } from "./font";

test.each([
  ["large", LARGE],
  ["small", SMALL],
])("every glyph of the %s font fits its box and is unique", (_name, font) => {
  const seen = new Set<string>();
  for (const [sign, rows] of font.glyphs) {
    expect(rows, sign).toHaveLength(font.height);
    for (const row of rows) expect(row >> font.width, sign).toBe(0);
    expect(seen.has(rows.join()), sign).toBe(false);
    seen.add(rows.join());
  }
});

test("all capitals and digits exist", () => {
  expect(hasGlyphs(LARGE, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")).toBe(true);
  expect(hasGlyphs(SMALL, "0123456789")).toBe(true);
  expect(hasGlyphs(LARGE, "不围棋")).toBe(false);
});

test("the marks of reviews and puzzles exist", () => {
  expect(["✓", "✗", "?", "!"].filter((sign) => !hasGlyphs(LARGE, sign))).toEqual([]);
});

test("glyphs are drawn left to right without touching", () => {
  const columns = new Set<number>();
  drawText(LARGE, "HH", (x) => columns.add(x));
  expect([...columns].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10]);
  expect(textWidth(LARGE, "HH")).toBe(11);
});
