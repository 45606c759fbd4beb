import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { notice } from "../announce";
import { type Client, type Going, Refusal } from "../api/client";
import type { Fault, Solution, SolveKind } from "../api/types";
import { pointName } from "../board/names";
import { boardView } from "../game/describe";
import { linked, linkOf, pointsOf } from "../game/link";
import { FIRST_MATCH } from "../game/match";
import { Session } from "../game/session";
import { lineThrough, ROOT } from "../game/tree";
import { Button } from "../parts/Button";
import { FaultNote } from "../parts/Fault";
import { Select } from "../parts/Field";
import { GameBoard } from "../parts/GameBoard";
import { Panel } from "../parts/Panel";
import { useSetUp } from "../parts/SetUp";
import { Status } from "../parts/Status";
import { mark } from "../route";
import { letter, listenToKeys } from "../shortcuts";
import { say } from "../words/say";

const KINDS: readonly SolveKind[] = ["vcf", "vct", "plies", "nogo", "reach"];

/** A position, a question about it, and the answer played out on the board. */
export function Solve({ client }: { client: Client }): JSX.Element {
  const session = useMemo(() => new Session(client), [client]);
  const settingUp = useSignal(false);
  useEffect(() => {
    const wished = linked(location.hash);
    session.match.value = { ...FIRST_MATCH, level: null };
    void session.open(wished ?? { rule: "freestyle", area: null, moves: [] });
    return listenToKeys(() => ({
      undo: () => void session.undo(),
      redo: () => void session.redo(),
      walk: (by) => void session.walk(by),
      toEnd: (by) => void session.toEnd(by),
      vary: (by) => void session.vary(by),
    }));
  }, [session]);
  const position = session.position.value;
  useEffect(() => mark(linkOf(position)), [position]);
  return (
    <main class="screen" id="main">
      {settingUp.value && session.view.value ? (
        <Preparing session={session} onDone={() => (settingUp.value = false)} />
      ) : (
        <Question session={session} client={client} onSetUp={() => (settingUp.value = true)} />
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

interface QuestionProps {
  readonly session: Session;
  readonly client: Client;
  readonly onSetUp: () => void;
}

function Question({ session, client, onSetUp }: QuestionProps): JSX.Element {
  const kind = useSignal<SolveKind>("vcf");
  const text = useSignal("");
  const fault = useSignal<Fault | null>(null);
  const solution = useSignal<Solution | null>(null);
  const start = useSignal(ROOT);
  const going = useSignal<Going<Solution> | null>(null);
  const view = session.view.value;
  const use = (): void => {
    const position = linked(text.value.trim()) ?? listed(session, text.value);
    if (position) void session.open(position);
    else notice.value = say("solve.paste.bad");
  };
  const ask = async (): Promise<void> => {
    fault.value = null;
    solution.value = null;
    const question = client.solve({ position: session.position.value, kind: kind.value });
    going.value = question;
    try {
      const found = await question.result;
      start.value = await layOut(session, found);
      solution.value = found;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.value = error.code === "stopped" ? null : error.fault;
    } finally {
      going.value = null;
    }
  };
  return (
    <>
      <div class="stage">
        {view ? (
          <GameBoard
            view={view}
            drawn={boardView(view, { turn: view.ending ? null : view.turn, pending: session.pending.value })}
            onPlace={(point) => void session.place(point)}
            onStep={(by) => void session.walk(by)}
            onLetter={(key) => letter(key, {})}
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
        <FaultNote fault={fault.value ?? session.fault.value} />
        <div class="stack">
          <label class="field">
            <span>{say("solve.paste")}</span>
            <textarea
              rows={2}
              value={text.value}
              placeholder={say("solve.paste.hint")}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
          <div class="row">
            <Button label={say("solve.paste.use")} onPress={use} disabled={text.value.trim() === ""} />
            <Button icon="setup" label={say("play.setup")} onPress={onSetUp} disabled={!view} />
          </div>
          <Select
            label={say("solve.ask")}
            value={kind.value}
            onChoose={(it) => (kind.value = it)}
            choices={KINDS.map((it) => [it, say(`solve.kind.${it}`)])}
          />
          {going.value ? (
            <Button icon="stop" label={say("solve.solving")} onPress={() => going.value?.stop()} />
          ) : (
            <Button
              icon="search"
              label={say("solve.go")}
              primary
              onPress={() => void ask()}
              disabled={!view}
            />
          )}
        </div>
        {solution.value && <Answer session={session} solution={solution.value} start={start.value} />}
      </Panel>
      <div class="actions" role="toolbar" aria-label={say("door.solve")}>
        <Button icon="first" label={say("solve.first")} onPress={() => void session.toEnd(-1)} />
        <Button icon="left" label={say("solve.previous")} onPress={() => void session.walk(-1)} />
        <Button icon="right" label={say("solve.next")} onPress={() => void session.walk(1)} />
        <Button icon="last" label={say("solve.last")} onPress={() => void session.toEnd(1)} />
      </div>
    </>
  );
}

/** A list of points as moves on the board that is there. */
function listed(session: Session, text: string): ReturnType<typeof linked> {
  const { rule, area } = session.match.value;
  const moves = pointsOf(area, text);
  return moves && moves.length > 0 ? { rule, area, moves } : null;
}

/** Lays the moves of a solution out after the position, and goes back to where they begin. */
async function layOut(session: Session, solution: Solution): Promise<number> {
  const start = session.at.value;
  for (const step of solution.steps) await session.place(step.point);
  await session.go(start);
  return start;
}

interface AnswerProps {
  readonly session: Session;
  readonly solution: Solution;
  /** The node that the solution begins at. */
  readonly start: number;
}

function Answer({ session, solution, start }: AnswerProps): JSX.Element {
  const { area } = session.match.value;
  const line = lineThrough(session.tree.value, session.at.value);
  const first = line.indexOf(start) + 1;
  return (
    <section class="block grow">
      <h2>{say("solve.steps")}</h2>
      <p>{solution.summary}</p>
      <ol class="steps scroll" tabIndex={0} aria-label={say("solve.steps")}>
        {solution.steps.map((step, index) => {
          const node = line[first + index];
          return (
            <li key={index}>
              <button
                type="button"
                class="move"
                aria-current={node === session.at.value ? "step" : undefined}
                onClick={() => node !== undefined && void session.go(node)}
              >
                {say("solve.step", {
                  number: index + 1,
                  color: say(`color.${step.color}`),
                  point: pointName(area, step.point),
                })}
              </button>
              <span class="quiet">{step.why}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
