import type { PositionView } from "../api/types";
import type { Area, Point } from "../board/point";
import { t } from "../i18n/t";
import type { IllegalReason } from "./illegalReason";
import { labelPoints, refusalText, sizeText } from "./pointLabels";

export { toBoardView } from "./toBoardView";

// Texts in the language of the page.

export const sizeName = (area: Area): string => sizeText(t, area);

/** Localized reason why a point cannot be played. */
export const illegalText = (reason: IllegalReason, point: string): string => refusalText(t, reason, point);

/** Returns the accessible name of each point, for screen readers. */
export const pointLabeller = (view: PositionView): ((point: Point) => string) => labelPoints(view, t);

/** Localized result of a finished game. */
export function endingText(view: PositionView): string {
  const { winner, reason } = view.ending!;
  return t(`play.won.${reason}`, { color: winner ? t(`color.${winner}`) : "" });
}
