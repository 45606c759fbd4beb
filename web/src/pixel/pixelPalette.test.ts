import { expect, test } from "vitest";
import { COLORS, contrast, ROLES } from "./pixelPalette";

test("there are sixteen distinct colors", () => {
  expect(new Set(Object.values(COLORS)).size).toBe(16);
});

test("adjacent colors have a contrast of at least 3:1", () => {
  const role = ROLES;
  const pairs = [
    [role.black, role.point],
    // White stones and liberties stand out from the point by their rim.
    [role.rim, role.point],
    [role.rim, role.white],
    [role.rim, role.liberty],
    [role.candidate, role.point],
    [role.black, role.white],
    [role.alarm, role.table],
    [role.wrong, role.point],
    [role.liberty, role.black],
    [role.blackPointer, role.point],
    [role.whitePointer, role.point],
  ] as const;
  for (const [a, b] of pairs) {
    expect(contrast(COLORS[a], COLORS[b]), `${a} on ${b}`).toBeGreaterThanOrEqual(3);
  }
});

test("contrast is computed as in WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
