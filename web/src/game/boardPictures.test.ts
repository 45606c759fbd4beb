import { expect, test } from "vitest";
import { drawnView, PICTURES } from "./boardPictures";

test("a drawing is read by its signs", () => {
  const { area, stones, forbidden, lines, marks } = drawnView(`
    x#+
    .O3`);
  expect(area).toEqual({ width: 3, height: 2 });
  expect(stones).toEqual([
    { x: 0, y: 0, color: "black" },
    { x: 1, y: 1, color: "white" },
  ]);
  expect(forbidden.map(({ shape }) => shape)).toEqual(["x", "3"]);
  expect([lines, marks.length]).toEqual([[[{ x: 1, y: 1 }]], 1]);
});

test("every picture is a rectangle", () => {
  for (const [name, { area, stones }] of Object.entries(PICTURES)) {
    expect(stones.length, name).toBeGreaterThan(1);
    if (area) for (const { x } of stones) expect(x, name).toBeLessThan(area.width);
  }
});
