import type { JSX } from "preact";
import { otherColor, type Point, pointKey } from "../board/point";
import { pointName } from "../board/pointName";
import type { PlayController } from "../game/playController";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";

/** Why the game ended, and its turning point; also shown at the turning point itself. */
export function EndingNote({
  controller: { session, turningPoint },
}: {
  controller: PlayController;
}): JSX.Element | null {
  const view = session.view.value;
  const ending = view?.ending;
  if (!view || !(ending || turningPoint.isCurrent)) return null;
  const names = (points: readonly Point[]): string =>
    points.map((point) => pointName(view.area, point)).join(" ");
  return (
    <section class="ending" aria-label={t("ending.name")}>
      {ending?.lines.map((line) => (
        <p key={line.points.map(pointKey).join()}>{t("ending.line", { points: names(line.points) })}</p>
      ))}
      {ending?.reason === "no-move" && ending.winner && (
        <p>{t("ending.stuck", { color: t(`color.${otherColor(ending.winner)}`) })}</p>
      )}
      {ending?.reason !== "no-move" && ending?.reason !== "full-board" && (
        <WhyLost session={session} turningPoint={turningPoint} />
      )}
    </section>
  );
}

function WhyLost({ session, turningPoint }: Pick<PlayController, "session" | "turningPoint">): JSX.Element {
  if (turningPoint.busy.value)
    return <Button icon="stop" label={t("ending.looking")} onPress={() => turningPoint.stop()} />;
  if (!turningPoint.isOnCurrentLine)
    return (
      <>
        <FaultNote fault={turningPoint.fault.value} />
        <Button icon="search" label={t("ending.why")} onPress={() => void turningPoint.search()} />
      </>
    );
  const saved = turningPoint.found.value?.solution.saved;
  const node = turningPoint.node;
  if (!saved?.played || node === null) return <p>{t("ending.never")}</p>;
  const parts = {
    color: t(`color.${saved.loser}`),
    number: saved.number ?? 0,
    point: saved.played.name,
    instead: saved.instead.map(({ point }) => point.name).join(" "),
    line: shortened(saved.line.map(({ point }) => point.name)),
  };
  return (
    <>
      <p>{t("ending.saved", parts)}</p>
      {saved.instead.length > 0 && <p>{t("ending.instead", parts)}</p>}
      {saved.line.length > 0 && <p class="quiet">{t("ending.after", parts)}</p>}
      {turningPoint.isCurrent ? (
        <Button
          icon="step"
          label={t("ending.back")}
          onPress={() => void session.go(turningPoint.end ?? node)}
        />
      ) : (
        <Button icon="back" label={t("ending.go")} onPress={() => void session.go(node)} />
      )}
    </>
  );
}

const MAX_NAMES = 10;

/** The first names of a long list. */
const shortened = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMES).join(" ") + (names.length > MAX_NAMES ? " …" : "");
