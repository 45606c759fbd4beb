import "../theme/puzzles.css";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { showNotice } from "../announce";
import type { Client } from "../api/client";
import type { PointMark } from "../board/boardView";
import { type Point, samePoint } from "../board/point";
import { pointName } from "../board/pointName";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { Notice } from "../components/Notice";
import { Panel } from "../components/Panel";
import { PuzzlePanel } from "../components/PuzzlePanel";
import { SolutionPanel } from "../components/SolutionPanel";
import { StepButtons } from "../components/StepButtons";
import { Toolbar } from "../components/Toolbar";
import { illegalText, toBoardView } from "../game/describe";
import { illegalReasonAt } from "../game/illegalReason";
import { FIRST_MATCH } from "../game/match";
import { proofMarks } from "../game/proofMarks";
import { PuzzleController } from "../game/puzzleController";
import { GameSession } from "../game/session";
import { SolveController, type SolveKind } from "../game/solveController";
import { t } from "../i18n/t";
import { listenToHash, replaceHash } from "../route";
import { listenToKeys, runShortcut } from "../shortcuts";

/** What the solver is asked about a puzzle. */
const QUESTIONS: Record<string, SolveKind> = {
  vcf: "fours",
  foul: "fours",
  vct: "threats",
  defence: "threats",
  nogo: "nogo",
};

/** Puzzles screen: a puzzle to be solved on the board, and its solution on request. */
export function Puzzles({ client }: { client: Client }): JSX.Element {
  const controller = useMemo(() => new PuzzleController(client), [client]);
  const solver = useMemo(() => new SolveController(client, new GameSession(client)), [client]);
  const isExplained = useSignal(false);
  useLayoutEffect(() => {
    const followHash = (): void => {
      const wanted = location.hash.slice(1);
      if (wanted === "daily") void controller.daily();
      else if (/^\d{1,6}$/.test(wanted)) void controller.open({ by: "number", number: Number(wanted) });
      else void controller.next();
    };
    followHash();
    const stopListening = listenToHash(followHash);
    return () => {
      stopListening();
      controller.stop();
      solver.clear();
      solver.session.stop();
    };
  }, [controller]);
  const commands = {
    undo: () => void (isExplained.value ? solver.walk(-1) : controller.retry()),
    redo: () => void solver.walk(1),
    walk: (by: 1 | -1) => void (isExplained.value && solver.walk(by)),
    toEnd: (by: 1 | -1) => void (isExplained.value && solver.toEnd(by)),
    switchVariation: (by: 1 | -1) => void (isExplained.value && solver.switchVariation(by)),
  };
  useLayoutEffect(() => listenToKeys(() => commands), [controller]);
  const puzzle = controller.puzzle.value;
  useEffect(() => {
    isExplained.value = false;
    solver.clear();
    if (puzzle) replaceHash(controller.isDaily.value ? "daily" : String(puzzle.number));
  }, [puzzle]);
  const explain = async (): Promise<void> => {
    if (!puzzle) return;
    controller.giveUp();
    isExplained.value = true;
    const { rule, area } = puzzle.position;
    if (!(await solver.session.open(puzzle.position, { ...FIRST_MATCH, rule, area, level: null }))) return;
    solver.options.value = { ...solver.options.value, kind: QUESTIONS[puzzle.kind]! };
    await solver.solve();
  };
  return (
    <main class="screen" id="main">
      {isExplained.value ? (
        <SolutionStage controller={solver} onLetter={(key) => runShortcut(key, commands)} />
      ) : (
        <PuzzleStageBoard controller={controller} onLetter={(key) => runShortcut(key, commands)} />
      )}
      <Panel>
        <PuzzlePanel controller={controller} />
        <Notice />
        <FaultNote fault={controller.fault.value ?? solver.fault.value} />
        {isExplained.value && <SolutionPanel controller={solver} />}
      </Panel>
      <Toolbar label={t("screen.puzzles")}>
        {isExplained.value ? (
          <>
            <StepButtons walk={(by) => void solver.walk(by)} toEnd={(by) => void solver.toEnd(by)} />
            <Button icon="reset" label={t("puzzle.back")} onPress={() => (isExplained.value = false)} />
          </>
        ) : (
          <>
            <Button
              icon="undo"
              label={t("puzzle.again")}
              onPress={() => void controller.retry()}
              disabled={controller.stage.value !== "wrong"}
            />
            <Button
              icon="eye"
              label={t("puzzle.solution")}
              onPress={() => void explain()}
              disabled={!puzzle}
            />
          </>
        )}
        <Button icon="right" label={t("puzzle.next")} primary onPress={() => void controller.next()} />
      </Toolbar>
    </main>
  );
}

interface StageProps<Controller> {
  readonly controller: Controller;
  readonly onLetter: (key: string) => void;
}

/** The board of the puzzle, with the moves of a refutation numbered. */
function PuzzleStageBoard({ controller, onLetter }: StageProps<PuzzleController>): JSX.Element {
  const view = controller.view.value;
  const stage = controller.stage.value;
  const place = (point: Point): void => {
    const why = view && stage === "your" ? illegalReasonAt(view, point) : null;
    if (why) showNotice(illegalText(why, pointName(view!.area, point)));
    else void controller.place(point);
  };
  const answer = controller.answer.value;
  const marks: PointMark[] = [];
  if (stage === "wrong" && answer) marks.push({ ...answer.point, text: "✗", tone: "bad" });
  if (stage === "solved" && answer) marks.push({ ...answer.point, text: "✓", tone: "good" });
  if (answer?.response.foul) marks.push({ ...answer.response.foul.point, text: "✗", tone: "bad" });
  for (const [index, point] of controller.refutation.entries())
    if (!marks.some((mark) => samePoint(mark, point)))
      marks.push({ x: point.x, y: point.y, text: String(index + 1), tone: "plain" });
  return (
    <div class="stage">
      {view ? (
        <GameBoard
          view={view}
          drawn={toBoardView(view, { turn: stage === "your" ? view.turn : null, marks })}
          onPlace={place}
          onLetter={onLetter}
        />
      ) : (
        <div class="board waiting" />
      )}
    </div>
  );
}

/** The board with the proof of the solution. */
function SolutionStage({ controller, onLetter }: StageProps<SolveController>): JSX.Element {
  const { session } = controller;
  const view = session.view.value;
  return (
    <div class="stage">
      {view ? (
        <GameBoard
          view={view}
          drawn={toBoardView(view, {
            turn: session.acceptsMove ? view.turn : null,
            pending: session.pending.value,
            marks: proofMarks(controller),
          })}
          onPlace={(point) => void controller.place(point)}
          onStep={(by) => void controller.walk(by)}
          onLetter={onLetter}
        />
      ) : (
        <div class="board waiting" />
      )}
    </div>
  );
}
