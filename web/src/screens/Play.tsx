import { effect, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { alarm, notice, show, tell } from "../announce";
import type { Client } from "../api/client";
import { pointName } from "../board/names";
import { boardView, sizeName, whyNot } from "../game/describe";
import { keep, resume } from "../game/keeping";
import { linkOf } from "../game/link";
import type { Match } from "../game/match";
import { Session } from "../game/session";
import { heatOf, marksOf } from "../game/thought";
import { lineThrough, pathTo } from "../game/tree";
import { Button } from "../parts/Button";
import { EvaluationBar, EvaluationGraph } from "../parts/Evaluation";
import { FaultNote } from "../parts/Fault";
import { GameBoard } from "../parts/GameBoard";
import { Lines } from "../parts/Lines";
import { Moves } from "../parts/Moves";
import { NewGame } from "../parts/NewGame";
import { Panel } from "../parts/Panel";
import { PointField } from "../parts/PointField";
import { useSetUp } from "../parts/SetUp";
import { endingOf, Status } from "../parts/Status";
import { Swap2Choice } from "../parts/Swap2Choice";
import { mark } from "../route";
import { evaluation } from "../settings";
import { letter, listenToKeys } from "../shortcuts";
import { sounds } from "../speaker";
import { say } from "../words/say";

/** The board, the opponent, and all that belongs to a game. */
export function Play({ client }: { client: Client }): JSX.Element {
  const session = useMemo(() => new Session(client, ears), [client]);
  const sheet = useSignal(false);
  const settingUp = useSignal(false);
  useEffect(() => {
    void resume(session);
    return effect(() => keep(session));
  }, [session]);
  useEffect(() => effect(() => mark(linkOf(session.position.value))), [session]);
  useEffect(() => listenToKeys(() => session), [session]);
  const view = session.view.value;
  const match = session.match.value;
  return (
    <main class="screen" id="main">
      {settingUp.value && view ? (
        <Preparing session={session} onDone={() => (settingUp.value = false)} />
      ) : (
        <Game
          session={session}
          onSheet={() => (sheet.value = true)}
          onSetUp={() => (settingUp.value = true)}
        />
      )}
      {sheet.value && (
        <NewGame
          match={match}
          onClose={() => (sheet.value = false)}
          onStart={(wish: Match) => {
            sheet.value = false;
            void session.start(wish);
          }}
        />
      )}
    </main>
  );
}

function Preparing({ session, onDone }: { session: Session; onDone: () => void }): JSX.Element {
  const { rule, area } = session.match.value;
  const { board, panel } = useSetUp(session.view.value!, (setup) => {
    onDone();
    void session.open({ rule, area, setup, moves: [] });
  });
  return (
    <>
      <div class="stage">{board}</div>
      <Panel>{panel}</Panel>
    </>
  );
}

interface GameProps {
  readonly session: Session;
  readonly onSheet: () => void;
  readonly onSetUp: () => void;
}

function Game({ session, onSheet, onSetUp }: GameProps): JSX.Element {
  const view = session.view.value;
  const { rule, area, level } = session.match.value;
  const { tree, at, thought } = session;
  const line = lineThrough(tree.value, at.value);
  const depth = pathTo(tree.value, at.value).length - 1;
  const chance = session.chances.value.slice(0, depth + 1).findLast((known) => known !== null) ?? 0.5;
  const hinting = session.thinking.value === "hint";
  const reply = session.thinking.value === "reply";
  const drawn =
    view &&
    boardView(view, {
      turn: view.ending || reply ? null : view.turn,
      pending: session.pending.value,
      marks: reply ? [] : marksOf(thought.value),
      heat: reply ? [] : heatOf(thought.value),
    });
  const chips = [
    say(`rule.${rule}`),
    sizeName(area),
    level === null ? say("play.opponent.friend") : say("play.level", { level }),
  ];
  const copy = (): void => {
    void navigator.clipboard?.writeText(location.href).then(() => show(say("play.copied")));
  };
  return (
    <>
      <div class="stage">
        {evaluation.value && <EvaluationBar chance={chance} />}
        {view && drawn ? (
          <GameBoard
            view={view}
            drawn={drawn}
            onPlace={(point) => void session.place(point)}
            onStep={(by) => void session.walk(by)}
            onLetter={(key) => letter(key, session)}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <Panel>
        <Status session={session} />
        <p class="notice" aria-hidden="true">
          {notice.value || "\u00a0"}
        </p>
        <FaultNote fault={session.fault.value} onAgain={() => void session.again()} />
        <button type="button" class="chips" onClick={onSheet}>
          {chips.map((chip) => (
            <span key={chip} class="chip">
              {chip}
            </span>
          ))}
        </button>
        <Swap2Choice session={session} />
        <section class="block grow">
          <h2>{say("play.tree")}</h2>
          <div class="scroll" tabIndex={0} role="group" aria-label={say("play.tree")}>
            <Moves
              tree={tree.value}
              at={at.value}
              name={(node) => (node.point ? pointName(area, node.point) : "")}
              onGo={(id) => void session.go(id)}
            />
          </div>
          <textarea
            class="comment"
            rows={1}
            aria-label={say("play.comment")}
            placeholder={say("play.comment")}
            value={tree.value[at.value]?.comment ?? ""}
            onInput={(event) => session.note(event.currentTarget.value)}
          />
        </section>
        <section class="block">
          <h2>{say("play.lines")}</h2>
          <Lines
            thought={reply ? null : thought.value}
            area={area}
            onPlay={(point) => void session.place(point)}
          />
        </section>
        {evaluation.value && (
          <section class="block">
            <h2>{say("play.evaluation")}</h2>
            <EvaluationGraph
              chances={session.chances.value}
              at={depth}
              onGo={(index) => void session.go(line[index] ?? at.value)}
            />
          </section>
        )}
        <div class="row wrap">
          <PointField area={area} onPlace={(point) => void session.place(point)} />
          <Button icon="setup" label={say("play.setup")} onPress={onSetUp} disabled={!view} />
          <Button icon="link" label={say("play.link")} onPress={copy} />
        </div>
      </Panel>
      <div class="actions" role="toolbar" aria-label={say("door.play")}>
        <Button
          icon="undo"
          label={say("play.undo")}
          onPress={() => void session.undo()}
          disabled={depth === 0}
        />
        <Button
          icon="redo"
          label={say("play.redo")}
          onPress={() => void session.redo()}
          disabled={depth === line.length - 1}
        />
        {hinting || reply ? (
          <Button icon="stop" label={say("play.stop")} onPress={() => session.stop()} />
        ) : (
          <Button
            icon="hint"
            label={say("play.hint")}
            onPress={() => void session.hint()}
            disabled={!view || view.ending !== null}
          />
        )}
        <Button icon="plus" label={say("play.new")} primary onPress={onSheet} />
      </div>
    </>
  );
}

/** What a game sounds and reads like. */
const ears: ConstructorParameters<typeof Session>[1] = {
  moved: (point, color, area) => {
    sounds("land");
    tell(say("board.moved", { color: say(`color.${color}`), point: pointName(area, point) }));
  },
  ended: (view) => {
    sounds("end");
    alarm(endingOf(view));
  },
  refused: (point, why, area) => {
    sounds("illegal");
    show(whyNot(why, pointName(area, point)));
  },
};
