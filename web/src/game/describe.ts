import type { PositionView, Rule } from "../api/types";
import { type Area, otherColor, type Point, pointKey } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import { hasOnlyFouls, type IllegalReason } from "./illegalReason";
import { levelGain, levelName } from "./levels";
import { forbiddenReasons, labelPoints, refusalText, sizeText } from "./pointLabels";
import type { GameSession } from "./session";

export { toBoardView } from "./toBoardView";

// Texts in the language of the page.

export const sizeName = (area: Area): string => sizeText(t, area);

/** Localized reason why a point cannot be played. */
export const illegalText = (reason: IllegalReason, point: string): string => refusalText(t, reason, point);

/** Why a point may not be played, as a sentence. */
export function forbiddenText(view: PositionView, point: Point): string {
  const why = forbiddenReasons(t, view).get(pointKey(point)) ?? "";
  return t("board.forbidden.hint", { point: pointName(view.area, point), why });
}

/** Returns the accessible name of each point, for screen readers. */
export const pointLabeller = (view: PositionView): ((point: Point) => string) => labelPoints(view, t);

/** Level with its name, its number and its measured gain: "Casual · level 4 · +444 Elo". */
export function levelText(rule: Rule, level: number): string {
  const gain = levelGain(rule, level);
  const name = t(`level.${levelName(level)}`);
  return gain === null ? t("level.plain", { name, level }) : t("level.measured", { name, level, gain });
}

/** How a finished game ended, as a sentence: "White made five." */
export function resultText({ ending }: PositionView): string {
  const { winner, reason } = ending!;
  const color = winner && (reason === "no-move" ? otherColor(winner) : winner);
  return t(`result.how.${reason}`, { color: color ? t(`color.${color}`) : "" });
}

/** Localized result of a finished game. */
export function endingText(view: PositionView): string {
  const { winner, reason } = view.ending!;
  return t(`play.won.${reason}`, { color: winner ? t(`color.${winner}`) : "" });
}

/** What is to be done in a game: the result, the choice of an opening, or whose turn it is. */
export function statusText({ match, stage }: GameSession, view: PositionView): string {
  const { level, side } = match.value;
  if (view.ending) return endingText(view);
  if (stage.value !== "done") return t(`play.swap2.${stage.value}`);
  if (hasOnlyFouls(view)) return t("play.onlyFouls");
  if (level !== null && view.turn === side) return t("play.your");
  return t("play.turn", { color: t(`color.${view.turn}`) });
}
