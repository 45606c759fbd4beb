import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { showNotice } from "../announce";
import type { Client } from "../api/client";
import type { Position, Setup } from "../api/types";
import { pointName } from "../board/pointName";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { GameStatus } from "../components/GameStatus";
import { LinkErrorNote } from "../components/LinkErrorNote";
import { Notice } from "../components/Notice";
import { Panel } from "../components/Panel";
import { PositionInput } from "../components/PositionInput";
import { SetUpEditor } from "../components/SetUpEditor";
import { SolutionPanel } from "../components/SolutionPanel";
import { SolveForm } from "../components/SolveForm";
import { StepButtons } from "../components/StepButtons";
import { Toolbar } from "../components/Toolbar";
import { illegalText, toBoardView } from "../game/describe";
import { formatLink, parseLink, positionFromLink } from "../game/link";
import { FIRST_MATCH } from "../game/match";
import { takePendingGame } from "../game/pendingGame";
import { proofMarks } from "../game/proofMarks";
import { GameSession } from "../game/session";
import { SolveController } from "../game/solveController";
import { t } from "../i18n/t";
import { listenToHash, rejectLink, replaceHash } from "../route";
import { listenToKeys, runShortcut } from "../shortcuts";

/** Initial position: an infinite board with a win by fours. */
const FIRST = "freestyle/infinite/b:(0,0)(1,0)(2,0)(3,1)(3,2);w:(-1,0)(5,3)(1,2)(0,-2)(6,-1)";

/** Solve screen: a position, a search, and its proof on the board. */
export function Solve({ client }: { client: Client }): JSX.Element {
  const controller = useMemo(() => {
    const session = new GameSession(client, {
      onMove: () => undefined,
      onEnd: () => undefined,
      onIllegal: (point, why, area) => showNotice(illegalText(why, pointName(area, point))),
    });
    return new SolveController(client, session);
  }, [client]);
  const { session } = controller;
  const settingUp = useSignal(false);
  useLayoutEffect(() => {
    session.match.value = { ...FIRST_MATCH, level: null };
    const first = positionFromLink(FIRST)!;
    const open = async (target: Position): Promise<void> => {
      controller.clear();
      if ((await session.open(target)) || !session.fault.value) return;
      rejectLink({ rejected: session.fault.value });
      session.fault.value = null;
      if (!session.view.value) await session.open(first);
    };
    const followHash = (): void => {
      const link = parseLink(location.hash);
      if (link && "fault" in link) rejectLink({ text: link.fault });
      const target = link && "position" in link ? link.position : session.view.value ? null : first;
      if (!target) return;
      const isShown = session.view.value && formatLink(target) === formatLink(session.position.value);
      if (!isShown) void open(target);
    };
    const game = takePendingGame();
    if (game) void session.load(game);
    else followHash();
    const stopListening = listenToHash(followHash);
    return () => {
      stopListening();
      controller.clear();
      session.stop();
    };
  }, [controller]);
  useLayoutEffect(() => listenToKeys(() => solveCommands(controller)), [controller]);
  const position = session.position.value;
  const seen = session.view.value !== null;
  useEffect(() => {
    if (seen) replaceHash(formatLink(position));
  }, [position, seen]);
  const setUp = async (setup: Setup): Promise<void> => {
    const { rule, area } = session.match.value;
    controller.clear();
    if (await session.open({ rule, area, setup, moves: [] })) settingUp.value = false;
  };
  return (
    <main class="screen" id="main">
      {settingUp.value && session.view.value ? (
        <SetUpEditor
          view={session.view.value}
          fault={session.fault.value}
          onDone={setUp}
          onCancel={() => (settingUp.value = false)}
        />
      ) : (
        <SolveView controller={controller} client={client} onSetUp={() => (settingUp.value = true)} />
      )}
    </main>
  );
}

const solveCommands = (controller: SolveController): Parameters<typeof runShortcut>[1] => ({
  undo: () => void controller.walk(-1),
  redo: () => void controller.walk(1),
  walk: (by) => void controller.walk(by),
  toEnd: (by) => void controller.toEnd(by),
  switchVariation: (by) => void controller.switchVariation(by),
});

interface SolveViewProps {
  readonly controller: SolveController;
  readonly client: Client;
  readonly onSetUp: () => void;
}

function SolveView({ controller, client, onSetUp }: SolveViewProps): JSX.Element {
  const { session } = controller;
  const view = session.view.value;
  const drawn =
    view &&
    toBoardView(view, {
      turn: session.acceptsMove ? view.turn : null,
      pending: session.pending.value,
      marks: proofMarks(controller),
      lines: controller.shownLines,
    });
  const place = async (point: { x: number; y: number }): Promise<void> => {
    const proven = controller.proof.value !== null;
    if ((await controller.place(point)) === "left" && proven) showNotice(t("proof.left"));
  };
  return (
    <>
      <div class="stage">
        {view && drawn ? (
          <GameBoard
            view={view}
            drawn={drawn}
            onPlace={(point) => void place(point)}
            onStep={(by) => void controller.walk(by)}
            onLetter={(key) => runShortcut(key, solveCommands(controller))}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <Panel>
        <GameStatus session={session} />
        <Notice />
        <LinkErrorNote />
        <FaultNote fault={controller.fault.value ?? session.fault.value} />
        <SolveForm controller={controller} />
        <PositionInput client={client} controller={controller} onSetUp={onSetUp} />
        <SolutionPanel controller={controller} />
      </Panel>
      <Toolbar label={t("screen.solve")}>
        <StepButtons walk={(by) => void controller.walk(by)} toEnd={(by) => void controller.toEnd(by)} />
        {controller.busy.value ? (
          <Button icon="stop" label={t("solve.stop")} primary onPress={() => controller.finish()} />
        ) : (
          <Button
            icon="search"
            label={t("solve.go")}
            primary
            onPress={() => void controller.solve()}
            disabled={!view}
          />
        )}
      </Toolbar>
    </>
  );
}
