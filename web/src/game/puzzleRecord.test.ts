import { expect, test } from "vitest";
import { type PuzzleRecord, withResult } from "./puzzleRecord";

const FRESH: PuzzleRecord = { rating: 1000, streak: 0, best: 0, solved: 0, tried: [] };

test("a puzzle of the same rating is worth half of K", () => {
  const won = withResult(FRESH, { number: 7, rating: 1000 }, true);
  expect(won).toEqual({ rating: 1020, streak: 1, best: 1, solved: 1, tried: [7] });
  const lost = withResult(FRESH, { number: 7, rating: 1000 }, false);
  expect(lost).toEqual({ rating: 980, streak: 0, best: 0, solved: 0, tried: [7] });
});

test("a hard puzzle gives more than an easy one, and costs less", () => {
  const gain = (rating: number): number => withResult(FRESH, { number: 1, rating }, true).rating - 1000;
  const loss = (rating: number): number => 1000 - withResult(FRESH, { number: 1, rating }, false).rating;
  expect(gain(1400)).toBeGreaterThan(gain(1000));
  expect(loss(1400)).toBeLessThan(loss(1000));
});

test("a puzzle that comes again leaves the rating, and is tried last", () => {
  const record = { rating: 1100, streak: 4, best: 6, solved: 9, tried: [3, 5] };
  const again = withResult(record, { number: 3, rating: 1500 }, true);
  expect(again).toEqual({ rating: 1100, streak: 5, best: 6, solved: 9, tried: [5, 3] });
});

test("ratings move slowly after twenty puzzles", () => {
  const tried = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(withResult({ ...FRESH, tried }, { number: 99, rating: 1000 }, true).rating).toBe(1008);
});
