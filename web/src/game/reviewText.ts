import type { ConvertRequest, GameReview, NamedPoint, ReviewedMove, ReviewedSide } from "../api/types";
import { type MessageKey, t } from "../i18n/t";
import { chanceAfter, isMarked, isMistake } from "./reviewedMoves";

/** The number and name of a move, with its mark: "11 h9 ??". */
export const moveTitle = ({ number, point, mark }: ReviewedMove): string =>
  t("review.move", { number, point: point.name, mark }).trim();

/** Why a move is marked, in words; by the loss of chances where nothing is proven. */
export function reasonsText({ reasons, loss }: ReviewedMove): string {
  if (reasons.length === 0) return t("review.loses", { percent: Math.round(100 * loss) });
  return reasons.map((reason) => t(`review.reason.${reason}` as MessageKey)).join(t("review.and"));
}

/** A marked move with its reasons and the better one: "11 h9 ?? missed a win by fours. Better: i8". */
export function moveReviewText(move: ReviewedMove): string {
  const { best, point } = move;
  const better = best.name === point.name ? "" : t("review.better", { point: best.name });
  return t("review.sentence", { move: moveTitle(move), why: reasonsText(move), better }).trim();
}

/** The mistakes in a line: "2 mistakes: 11 h9 missed a win by fours; ...". */
export function reviewSummary({ moves }: GameReview): string {
  const mistakes = moves.filter(isMistake);
  if (mistakes.length === 0) return t("review.none");
  const list = mistakes.map((move) =>
    t("review.item", { number: move.number, point: move.point.name, why: reasonsText(move) }),
  );
  const count = mistakes.length;
  return t("review.mistakes", { count, list: list.join("; ") });
}

/** What the moves of a side add up to: "Black: accuracy 76 %, ?? 2, ?! 1". */
export function sideText({ color, accuracy, blunders, mistakes, inaccuracies }: ReviewedSide): string {
  if (accuracy === null) return "";
  const side = t("review.side", { color: t(`color.${color}`), percent: Math.round(100 * accuracy) });
  // A sign and its number stay on one line.
  const counts = [
    blunders ? `??\u00a0${blunders}` : "",
    mistakes ? `?\u00a0${mistakes}` : "",
    inaccuracies ? `?!\u00a0${inaccuracies}` : "",
  ];
  return [side, ...counts].filter(Boolean).join(" · ");
}

/** A value: a chance in percent, or a proven result with its length. */
export function valueText({ before, after }: ReviewedMove, when: "before" | "after"): string {
  const value = when === "before" ? before : after;
  if (value.kind === "seems") return `${Math.round(100 * value.chances)} %`;
  const isLong = !value.plies || value.plies > 99;
  return isLong ? t(`play.value.${value.kind}`) : t(`review.value.${value.kind}`, { plies: value.plies! });
}

/** The review as annotations of a record: marks, values, sentences, and better lines as variations. */
export function reviewAnnotations(review: GameReview): NonNullable<ConvertRequest["annotations"]> {
  const plain = ({ x, y }: NamedPoint) => ({ x, y });
  const moves = review.moves.map((move) => ({
    point: plain(move.point),
    judgement: move.judgement,
    chance: chanceAfter(move),
    comment: isMarked(move) ? moveReviewText(move) : "",
    line: isMarked(move) ? move.line.map(plain) : [],
  }));
  return { summary: reviewSummary(review), moves };
}
