import { expect, test } from "vitest";
import { COLORS, contrast, ROLES } from "./pixelPalette";

test("there are sixteen colors, no two alike", () => {
  expect(new Set(Object.values(COLORS)).size).toBe(16);
});

test("what must be told apart is three to one or more", () => {
  const role = ROLES;
  const pairs = [
    [role.black, role.point],
    // A white stone and a liberty are told from the point by their rim.
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

test("contrast counts as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
