import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { show } from "../announce";
import type { Client } from "../api/client";
import type { Position } from "../api/types";
import { pointName } from "../board/pointName";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { Status } from "../components/GameStatus";
import { LinkNote } from "../components/LinkErrorNote";
import { Notice } from "../components/Notice";
import { Panel } from "../components/Panel";
import { Paste } from "../components/PositionInput";
import { Answer } from "../components/SolutionPanel";
import { Question } from "../components/SolveForm";
import { useSetUp } from "../components/useSetUp";
import { boardView, whyNot } from "../game/describe";
import { linked, linkOf, readLink } from "../game/link";
import { FIRST_MATCH } from "../game/match";
import { handedOver } from "../game/pendingGame";
import { proofMarks } from "../game/proofMarks";
import { Session } from "../game/session";
import { Solver } from "../game/solveController";
import { say } from "../i18n/t";
import { acceptLink, mark, refuseLink } from "../route";
import { letter, listenToKeys } from "../shortcuts";

/** The first position of a visit: on a board without edges, with a win to be found. */
const FIRST = "freestyle/infinite/b:(0,0)(1,0)(2,0)(3,1)(3,2);w:(-1,0)(5,3)(1,2)(0,-2)(6,-1)";

/** A position, a question about it, and the answer played out on the board. */
export function Solve({ client }: { client: Client }): JSX.Element {
  const solver = useMemo(() => {
    const session = new Session(client, {
      moved: () => undefined,
      ended: () => undefined,
      refused: (point, why, area) => show(whyNot(why, pointName(area, point))),
    });
    return new Solver(client, session);
  }, [client]);
  const { session } = solver;
  const settingUp = useSignal(false);
  useLayoutEffect(() => {
    session.match.value = { ...FIRST_MATCH, level: null };
    const first = linked(FIRST)!;
    const open = async (wished: Position): Promise<void> => {
      solver.clear();
      if ((await session.open(wished)) || !session.fault.value) return;
      refuseLink({ refused: session.fault.value });
      session.fault.value = null;
      if (!session.view.value) await session.open(first);
    };
    const visit = (): void => {
      const read = readLink(location.hash);
      if (read && "fault" in read) refuseLink({ text: read.fault });
      const wished = read && "position" in read ? read.position : session.view.value ? null : first;
      if (!wished) return;
      if (session.view.value && linkOf(wished) === linkOf(session.position.value)) acceptLink();
      else void open(wished);
    };
    const game = handedOver();
    if (game) void session.take(game);
    else visit();
    window.addEventListener("hashchange", visit);
    return () => {
      window.removeEventListener("hashchange", visit);
      solver.clear();
      session.stop();
    };
  }, [solver]);
  useLayoutEffect(() => listenToKeys(() => commandsOf(solver)), [solver]);
  const position = session.position.value;
  const seen = session.view.value !== null;
  useEffect(() => {
    if (seen) mark(linkOf(position));
  }, [position, seen]);
  return (
    <main class="screen" id="main">
      {settingUp.value && session.view.value ? (
        <Preparing solver={solver} onDone={() => (settingUp.value = false)} />
      ) : (
        <Solving solver={solver} client={client} onSetUp={() => (settingUp.value = true)} />
      )}
    </main>
  );
}

const commandsOf = (solver: Solver): Parameters<typeof letter>[1] => ({
  undo: () => void solver.walk(-1),
  redo: () => void solver.walk(1),
  walk: (by) => void solver.walk(by),
  toEnd: (by) => void solver.toEnd(by),
  vary: (by) => void solver.vary(by),
});

function Preparing({ solver, onDone }: { solver: Solver; onDone: () => void }): JSX.Element {
  const { session } = solver;
  const { rule, area } = session.match.value;
  const done = async (setup: Parameters<Parameters<typeof useSetUp>[2]>[0]): Promise<void> => {
    solver.clear();
    if (await session.open({ rule, area, setup, moves: [] })) onDone();
  };
  const { board, panel } = useSetUp(session.view.value!, session.fault, done, onDone);
  return (
    <>
      <div class="stage">{board}</div>
      <Panel>{panel}</Panel>
    </>
  );
}

interface SolvingProps {
  readonly solver: Solver;
  readonly client: Client;
  readonly onSetUp: () => void;
}

function Solving({ solver, client, onSetUp }: SolvingProps): JSX.Element {
  const { session } = solver;
  const view = session.view.value;
  const drawn =
    view &&
    boardView(view, {
      turn: session.isOpen ? view.turn : null,
      pending: session.pending.value,
      marks: proofMarks(solver),
      lines: solver.shownLines,
    });
  const place = async (point: { x: number; y: number }): Promise<void> => {
    const proven = solver.proof.value !== null;
    if ((await solver.place(point)) === "left" && proven) show(say("proof.left"));
  };
  return (
    <>
      <div class="stage">
        {view && drawn ? (
          <GameBoard
            view={view}
            drawn={drawn}
            onPlace={(point) => void place(point)}
            onStep={(by) => void solver.walk(by)}
            onLetter={(key) => letter(key, commandsOf(solver))}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <Panel>
        <Status session={session} />
        <Notice />
        <LinkNote />
        <FaultNote fault={solver.fault.value ?? session.fault.value} />
        <Question solver={solver} />
        <Paste client={client} solver={solver} onSetUp={onSetUp} />
        <Answer solver={solver} />
      </Panel>
      <div class="actions" role="toolbar" aria-label={say("door.solve")}>
        <Button icon="first" label={say("solve.first")} onPress={() => void solver.toEnd(-1)} />
        <Button icon="left" label={say("solve.previous")} onPress={() => void solver.walk(-1)} />
        <Button icon="right" label={say("solve.next")} onPress={() => void solver.walk(1)} />
        <Button icon="last" label={say("solve.last")} onPress={() => void solver.toEnd(1)} />
        {solver.busy.value ? (
          <Button icon="stop" label={say("solve.stop")} primary onPress={() => solver.enough()} />
        ) : (
          <Button
            icon="search"
            label={say("solve.go")}
            primary
            onPress={() => void solver.ask()}
            disabled={!view}
          />
        )}
      </div>
    </>
  );
}
