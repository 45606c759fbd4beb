import type { JSX } from "preact";
import { key, other, type Point } from "../board/point";
import { pointName } from "../board/pointName";
import type { Desk } from "../game/playController";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";

/** Why a game ended so, and from where it could still have been saved; also there. */
export function EndingNote({ desk: { session, autopsy } }: { desk: Desk }): JSX.Element | null {
  const view = session.view.value;
  const ending = view?.ending;
  if (!view || !(ending || autopsy.isTurningPoint)) return null;
  const names = (points: readonly Point[]): string =>
    points.map((point) => pointName(view.area, point)).join(" ");
  return (
    <section class="ending" aria-label={say("ending.name")}>
      {ending?.lines.map((line) => (
        <p key={line.points.map(key).join()}>{say("ending.line", { points: names(line.points) })}</p>
      ))}
      {ending?.reason === "no-move" && ending.winner && (
        <p>{say("ending.stuck", { color: say(`color.${other(ending.winner)}`) })}</p>
      )}
      {ending?.reason !== "no-move" && ending?.reason !== "full-board" && (
        <WhyLost session={session} autopsy={autopsy} />
      )}
    </section>
  );
}

function WhyLost({ session, autopsy }: Pick<Desk, "session" | "autopsy">): JSX.Element {
  if (autopsy.busy.value)
    return <Button icon="stop" label={say("ending.looking")} onPress={() => autopsy.stop()} />;
  if (!autopsy.isHere)
    return (
      <>
        <FaultNote fault={autopsy.fault.value} />
        <Button icon="search" label={say("ending.why")} onPress={() => void autopsy.ask()} />
      </>
    );
  const saved = autopsy.found.value?.solution.saved;
  const turning = autopsy.turningPoint;
  if (!saved?.played || turning === null) return <p>{say("ending.never")}</p>;
  const parts = {
    color: say(`color.${saved.loser}`),
    number: saved.number ?? 0,
    point: saved.played.name,
    instead: saved.instead.map(({ point }) => point.name).join(" "),
    line: shortened(saved.line.map(({ point }) => point.name)),
  };
  return (
    <>
      <p>{say("ending.saved", parts)}</p>
      {saved.instead.length > 0 && <p>{say("ending.instead", parts)}</p>}
      {saved.line.length > 0 && <p class="quiet">{say("ending.after", parts)}</p>}
      {autopsy.isTurningPoint ? (
        <Button
          icon="step"
          label={say("ending.back")}
          onPress={() => void session.go(autopsy.end ?? turning)}
        />
      ) : (
        <Button icon="back" label={say("ending.go")} onPress={() => void session.go(turning)} />
      )}
    </>
  );
}

const MOST_NAMES = 10;

/** The first of many names. */
const shortened = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join(" ") + (names.length > MOST_NAMES ? " …" : "");
