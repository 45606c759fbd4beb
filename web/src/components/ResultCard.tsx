import type { JSX } from "preact";
import { otherColor, pointKey } from "../board/point";
import { pointName } from "../board/pointName";
import { resultText } from "../game/describe";
import type { PlayController } from "../game/playController";
import { t } from "../i18n/t";
import { Button } from "./Button";

/** Result card at the end of a game: how it ended, and what to do next. */
export function ResultCard({ controller }: { controller: PlayController }): JSX.Element | null {
  const { session } = controller;
  const view = session.view.value;
  const ending = view?.ending;
  if (!view || !ending) return null;
  const { level, side } = session.match.value;
  const { winner } = ending;
  return (
    <section class="result-card" aria-label={t("ending.name")}>
      {level !== null && (
        <p class="result-title">
          {t(winner === null ? "result.draw" : winner === side ? "result.won" : "result.lost")}{" "}
          {resultText(view)}
        </p>
      )}
      {ending.lines.map((line) => (
        <p key={line.points.map(pointKey).join()} class="quiet">
          {t("ending.line", { points: line.points.map((point) => pointName(view.area, point)).join(" ") })}
        </p>
      ))}
      {ending.reason === "no-move" && winner && (
        <p class="quiet">{t("ending.stuck", { color: t(`color.${otherColor(winner)}`) })}</p>
      )}
      <div class="row wrap">
        <Button icon="search" label={t("review.run")} primary onPress={() => controller.startReview()} />
        <Button icon="reset" label={t("result.rematch")} onPress={() => void controller.rematch(false)} />
        {level !== null && (
          <Button icon="swap" label={t("result.swap")} onPress={() => void controller.rematch(true)} />
        )}
      </div>
    </section>
  );
}
