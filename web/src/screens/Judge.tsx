import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Client } from "../api/client";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { Panel } from "../components/Panel";
import { Reach } from "../components/PositionActions";
import { Drop, Intake } from "../components/RecordInput";
import { useRecords } from "../components/useRecordDrop";
import { Verdict } from "../components/VerdictNote";
import { Docket } from "../components/VerdictTable";
import { Court } from "../game/judgeController";
import { playable } from "../game/judgedRecord";
import { drawnRecord, recordView } from "../game/recordView";
import { say } from "../i18n/t";
import { letter, listenToKeys } from "../shortcuts";

/** Records in; a verdict on every game out, with the board that shows it. */
export function Judge({ client }: { client: Client }): JSX.Element {
  const court = useMemo(() => new Court(client), [client]);
  const walk = (by: 1 | -1): void => court.show(court.number.peek() + by);
  const toEnd = (by: 1 | -1): void => court.show(by < 0 ? 0 : Number.MAX_SAFE_INTEGER);
  useLayoutEffect(() => listenToKeys(() => ({ walk, toEnd })), [court]);
  const take = useCallback(
    (records: readonly File[] | string) =>
      void court.judge(typeof records === "string" ? [new Blob([records])] : records),
    [court],
  );
  const incoming = useRecords(take);
  const body = useRef<HTMLDivElement>(null);
  // A verdict is read from its beginning.
  useEffect(() => {
    body.current?.closest(".panel-body")?.scrollTo(0, 0);
    body.current?.scrollIntoView({ block: "nearest" });
  }, [court.chosen.value]);
  const judged = court.chosen.value;
  return (
    <main class="screen judge" id="main" {...incoming}>
      <div class="stage">{judged ? <Record court={court} onStep={walk} /> : <Drop court={court} />}</div>
      <Panel>
        <FaultNote fault={court.fault.value} />
        {judged ? (
          <>
            <div ref={body}>
              <Verdict judged={judged} />
            </div>
            <Reach court={court} />
            <Docket court={court} />
          </>
        ) : (
          <Intake court={court} />
        )}
      </Panel>
      <div class="actions" role="toolbar" aria-label={say("door.judge")}>
        <Button icon="first" label={say("solve.first")} onPress={() => toEnd(-1)} disabled={!judged} />
        <Button icon="left" label={say("solve.previous")} onPress={() => walk(-1)} disabled={!judged} />
        <Button icon="right" label={say("solve.next")} onPress={() => walk(1)} disabled={!judged} />
        <Button icon="last" label={say("solve.last")} onPress={() => toEnd(1)} disabled={!judged} />
        <Button
          icon="plus"
          label={say("judge.new")}
          primary
          onPress={() => court.close()}
          disabled={!judged}
        />
      </div>
    </main>
  );
}

/** The game that is looked at, as far as it is shown. */
function Record({ court, onStep }: { court: Court; onStep: (by: 1 | -1) => void }): JSX.Element {
  const judged = court.chosen.value!;
  const number = court.number.value;
  const view = useMemo(() => recordView(judged, number), [judged, number]);
  const drawn = useMemo(() => drawnRecord(judged, view, number), [judged, view, number]);
  return (
    <>
      <GameBoard
        view={view}
        drawn={drawn}
        onPlace={() => undefined}
        onStep={onStep}
        onLetter={(key) => letter(key, {})}
      />
      <p class="unseen" role="status">
        {say("watch.move", { number, all: playable(judged) })}
      </p>
    </>
  );
}
