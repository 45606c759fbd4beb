import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Client } from "../api/client";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { Panel } from "../components/Panel";
import { PositionActions } from "../components/PositionActions";
import { DropZone, RecordInput } from "../components/RecordInput";
import { StepButtons } from "../components/StepButtons";
import { Toolbar } from "../components/Toolbar";
import { useRecordDrop } from "../components/useRecordDrop";
import { VerdictNote } from "../components/VerdictNote";
import { SaveVerdicts, VerdictTable } from "../components/VerdictTable";
import { JudgeController } from "../game/judgeController";
import { playableMoves } from "../game/judgedRecord";
import { recordBoardView, recordView } from "../game/recordView";
import { t } from "../i18n/t";
import { listenToKeys, runShortcut } from "../shortcuts";

/** Judge screen: records in, a verdict on every one out. */
export function Judge({ client }: { client: Client }): JSX.Element {
  const controller = useMemo(() => new JudgeController(client), [client]);
  const walk = (by: 1 | -1): void => controller.show(controller.number.peek() + by);
  const toEnd = (by: 1 | -1): void => controller.show(by < 0 ? 0 : Number.MAX_SAFE_INTEGER);
  useLayoutEffect(() => listenToKeys(() => ({ walk, toEnd })), [controller]);
  const onRecords = useCallback(
    (records: readonly File[] | string) =>
      void controller.judge(typeof records === "string" ? [new Blob([records])] : records),
    [controller],
  );
  const dropHandlers = useRecordDrop(onRecords);
  const body = useRef<HTMLDivElement>(null);
  // Scroll a new verdict to its top.
  useEffect(() => {
    body.current?.closest(".panel-body")?.scrollTo(0, 0);
    body.current?.scrollIntoView({ block: "nearest" });
  }, [controller.chosen.value]);
  const record = controller.chosen.value;
  // The table of several records is more than their boards.
  const isArchive = record !== null && controller.records.value.length > 1;
  return (
    <main class="screen judge" id="main" {...dropHandlers}>
      <div class="stage">
        {isArchive ? (
          <VerdictTable controller={controller} />
        ) : record ? (
          <RecordBoard controller={controller} onStep={walk} />
        ) : (
          <DropZone controller={controller} />
        )}
      </div>
      <Panel>
        <FaultNote fault={controller.fault.value} />
        {record ? (
          <>
            <div ref={body}>
              <VerdictNote record={record} />
            </div>
            {isArchive && <RecordBoard controller={controller} onStep={walk} />}
            <PositionActions controller={controller} />
            <SaveVerdicts controller={controller} />
          </>
        ) : (
          <RecordInput controller={controller} />
        )}
      </Panel>
      <Toolbar label={t("screen.judge")}>
        <StepButtons walk={walk} toEnd={toEnd} disabled={!record} />
        <Button
          icon="plus"
          label={t("judge.new")}
          primary
          onPress={() => controller.close()}
          disabled={!record}
        />
      </Toolbar>
    </main>
  );
}

/** Board of the chosen record. */
function RecordBoard({
  controller,
  onStep,
}: {
  controller: JudgeController;
  onStep: (by: 1 | -1) => void;
}): JSX.Element {
  const record = controller.chosen.value!;
  const number = controller.number.value;
  const view = useMemo(() => recordView(record, number), [record, number]);
  const drawn = useMemo(() => recordBoardView(record, view, number), [record, view, number]);
  return (
    <>
      <GameBoard
        view={view}
        drawn={drawn}
        onPlace={() => undefined}
        onStep={onStep}
        onLetter={(key) => runShortcut(key, {})}
      />
      <p class="visually-hidden" role="status">
        {t("watch.move", { number, all: playableMoves(record) })}
      </p>
    </>
  );
}
