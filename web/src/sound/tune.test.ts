import { expect, test } from "vitest";
import { pitch, tune } from "./tune";

test("the tune has eight bars of eight steps in every voice", () => {
  const steps = tune();
  expect(steps).toHaveLength(64);
  expect(steps.some((step, index) => index >= 56 && step.bass !== null)).toBe(true);
  expect(steps[0]).toEqual({ lead: pitch("e5"), bass: pitch("a2"), drum: "x" });
});

test("a4 is 440 hertz and an octave is double", () => {
  expect(pitch("a4")).toBe(440);
  expect(pitch("a5")).toBe(880);
  expect(pitch("c4")).toBeCloseTo(261.63, 1);
  expect(() => pitch("h9")).toThrow();
});
