import { persistedSignal } from "../persistedSignal";

/** What the browser keeps of the puzzles that were tried. */
export interface PuzzleRecord {
  /** Elo rating. */
  readonly rating: number;
  /** Puzzles in a row that were solved without a wrong move. */
  readonly streak: number;
  readonly best: number;
  /** Puzzles that were solved without a wrong move. */
  readonly solved: number;
  /** Numbers of the puzzles that were tried, the first one first. */
  readonly tried: readonly number[];
}

const FIRST: PuzzleRecord = { rating: 1000, streak: 0, best: 0, solved: 0, tried: [] };
/** K-factors of Elo: the first puzzles count more. */
const FAST_K = 40;
const SLOW_K = 16;
const FAST_PUZZLES = 20;

/**
 * The record after a puzzle: solved without a wrong move, or not. The rating is Elo against the difficulty of the puzzle;
 * a puzzle that was tried before changes the streak alone.
 */
export function withResult(
  record: PuzzleRecord,
  puzzle: { readonly number: number; readonly rating: number },
  isSolved: boolean,
): PuzzleRecord {
  const isNew = !record.tried.includes(puzzle.number);
  const expected = 1 / (1 + 10 ** ((puzzle.rating - record.rating) / 400));
  const k = record.tried.length < FAST_PUZZLES ? FAST_K : SLOW_K;
  const streak = isSolved ? record.streak + 1 : 0;
  return {
    rating: isNew ? record.rating + k * ((isSolved ? 1 : 0) - expected) : record.rating,
    streak,
    best: Math.max(record.best, streak),
    solved: record.solved + (isSolved && isNew ? 1 : 0),
    tried: [...record.tried.filter((number) => number !== puzzle.number), puzzle.number],
  };
}

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isRecord(stored: unknown): stored is PuzzleRecord {
  if (typeof stored !== "object" || stored === null) return false;
  const { rating, streak, best, solved, tried } = stored as Record<string, unknown>;
  return [rating, streak, best, solved].every(isCount) && Array.isArray(tried) && tried.every(isCount);
}

export const puzzleRecord = persistedSignal<PuzzleRecord>("puzzles", FIRST, isRecord);
