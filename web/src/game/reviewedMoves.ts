import type { GameReview, ReviewedMove } from "../api/types";
import { samePoint } from "../board/point";
import { ROOT, type VariationTree } from "./variationTree";

/** Largest review that the server keeps, in characters. */
const MAX_LENGTH = 190_000;

/** The reviewed moves by their nodes, along the line of the tree that has them. */
export function reviewedMoves(
  tree: VariationTree,
  review: GameReview | null,
): ReadonlyMap<number, ReviewedMove> {
  const found = new Map<number, ReviewedMove>();
  let at: number = ROOT;
  for (const move of review?.moves ?? []) {
    const next = tree[at]?.children.find((child) => samePoint(tree[child]!.point, move.point));
    if (next === undefined) break;
    found.set(next, move);
    at = next;
  }
  return found;
}

const ofBlack = (chance: number, { color }: ReviewedMove): number =>
  color === "black" ? chance : 1 - chance;

/** Black's chance after a move. */
export const chanceAfter = (move: ReviewedMove): number => ofBlack(move.after.chances, move);

/** Black's chance before a move, with the best one to come. */
export const chanceBefore = (move: ReviewedMove): number => ofBlack(move.before.chances, move);

export const isMarked = ({ judgement }: ReviewedMove): boolean => judgement !== "good";

/** Mistakes and blunders, which are counted; inaccuracies are only marked. */
export const isMistake = ({ judgement }: ReviewedMove): boolean =>
  judgement === "mistake" || judgement === "blunder";

/** The review without the lines of good moves, which are most of its size and never shown. */
export function compactReview(review: GameReview): GameReview {
  const moves = review.moves.map((move) =>
    isMarked(move) ? move : { ...move, line: [], continuation: [], missed: [], allowed: [] },
  );
  return { ...review, moves };
}

/** The review as the server keeps it; empty if there is none, or it is too long. */
export function serializeReview(review: GameReview | null): string {
  const text = review ? JSON.stringify(review) : "";
  return text.length > MAX_LENGTH ? "" : text;
}

/** Parses a kept review; null if there is none, or another version of the page wrote it. */
export function parseReview(text: string): GameReview | null {
  try {
    const stored: Partial<GameReview> | null = JSON.parse(text);
    const isReview =
      Array.isArray(stored?.sides) &&
      Array.isArray(stored.moves) &&
      stored.moves.every(
        ({ point, before, after, line, reasons }: Partial<ReviewedMove>) =>
          point && before && after && Array.isArray(line) && Array.isArray(reasons),
      );
    return isReview ? (stored as GameReview) : null;
  } catch {
    return null;
  }
}
