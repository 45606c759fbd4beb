import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Client, Refusal } from "../api/client";
import type { Fault } from "../api/types";
import { boardView } from "../game/describe";
import { type Judgement, judgementsOf } from "../game/judgement";
import { Session } from "../game/session";
import { Button } from "../parts/Button";
import { FaultNote } from "../parts/Fault";
import { GameBoard } from "../parts/GameBoard";
import { Panel } from "../parts/Panel";
import { type Column, Table } from "../parts/Table";
import { letter, listenToKeys } from "../shortcuts";
import { say } from "../words/say";

const VERDICTS = ["agrees", "differs", "faulty", "open"] as const;

const columns = (): Column<Judgement>[] => [
  { name: say("judge.number"), of: (each) => each.number },
  { name: say("judge.players"), of: (each) => each.players },
  { name: say("judge.rule"), of: (each) => say(`rule.${each.position.rule}`) },
  { name: say("judge.moves"), of: (each) => each.moves },
  { name: say("judge.verdict"), of: (each) => say(`judge.verdict.${each.verdict}`) },
];

/** A record or an archive in; a verdict on every game out, with the board that shows it. */
export function Judge({ client }: { client: Client }): JSX.Element {
  const session = useMemo(() => new Session(client), [client]);
  const text = useSignal("");
  const fault = useSignal<Fault | null>(null);
  const judged = useSignal<readonly Judgement[]>([]);
  const chosen = useSignal<Judgement | null>(null);
  const filter = useSignal<Judgement["verdict"] | "all">("all");
  const shown = useComputed(() =>
    judged.value.filter((each) => filter.value === "all" || each.verdict === filter.value),
  );
  useEffect(
    () =>
      listenToKeys(() => ({ walk: (by) => void session.walk(by), toEnd: (by) => void session.toEnd(by) })),
    [session],
  );
  const choose = (judgement: Judgement): void => {
    chosen.value = judgement;
    session.match.value = { ...session.match.value, level: null };
    void session.open(judgement.position);
  };
  const judge = async (record: Blob): Promise<void> => {
    fault.value = null;
    try {
      judged.value = judgementsOf(await client.judge(record));
      const first = judged.value[0];
      if (first) choose(first);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.value = error.fault;
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void judge(file);
  };
  const view = session.view.value;
  return (
    <main class="screen judge" id="main" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div class="stage">
        {view && chosen.value ? (
          <GameBoard
            view={view}
            drawn={boardView(view, { turn: null })}
            onPlace={() => undefined}
            onStep={(by) => void session.walk(by)}
            onLetter={(key) => letter(key, {})}
          />
        ) : (
          <Drop onFile={(file) => void judge(file)} />
        )}
      </div>
      <Panel>
        <FaultNote fault={fault.value} />
        {chosen.value && (
          <div class="verdict" data-verdict={chosen.value.verdict}>
            <strong>{say(`judge.verdict.${chosen.value.verdict}`)}</strong>
            <p>{chosen.value.sentence}</p>
          </div>
        )}
        <label class="field">
          <span>{say("judge.text")}</span>
          <textarea
            rows={4}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <Button
          icon="search"
          label={say("judge.go")}
          primary
          disabled={text.value.trim() === ""}
          onPress={() => void judge(new Blob([text.value]))}
        />
        {judged.value.length > 0 ? (
          <section class="block grow">
            <div class="row">
              <label class="field inline">
                <span>{say("judge.filter")}</span>
                <select
                  value={filter.value}
                  onChange={(event) => (filter.value = event.currentTarget.value as typeof filter.value)}
                >
                  <option value="all">{say("judge.all")}</option>
                  {VERDICTS.map((verdict) => (
                    <option key={verdict} value={verdict}>
                      {say(`judge.verdict.${verdict}`)}
                    </option>
                  ))}
                </select>
              </label>
              <span class="quiet figure">{say("judge.count", { count: shown.value.length })}</span>
            </div>
            <Table
              rows={shown.value}
              columns={columns()}
              chosen={chosen.value}
              onChoose={choose}
              name={say("door.judge")}
            />
          </section>
        ) : (
          <p class="quiet">{say("judge.none")}</p>
        )}
      </Panel>
      <div class="actions" role="toolbar" aria-label={say("door.judge")}>
        <Button
          icon="first"
          label={say("solve.first")}
          onPress={() => void session.toEnd(-1)}
          disabled={!chosen.value}
        />
        <Button
          icon="left"
          label={say("solve.previous")}
          onPress={() => void session.walk(-1)}
          disabled={!chosen.value}
        />
        <Button
          icon="right"
          label={say("solve.next")}
          onPress={() => void session.walk(1)}
          disabled={!chosen.value}
        />
        <Button
          icon="file"
          label={say("judge.download")}
          onPress={() => download(shown.value)}
          disabled={shown.value.length === 0}
        />
      </div>
    </main>
  );
}

function Drop({ onFile }: { onFile: (file: File) => void }): JSX.Element {
  return (
    <label class="drop">
      <span>{say("judge.drop")}</span>
      <span class="button">{say("judge.choose")}</span>
      <input
        type="file"
        class="unseen"
        onChange={(event) => event.currentTarget.files?.[0] && onFile(event.currentTarget.files[0])}
      />
    </label>
  );
}

/** Hands the table out as comma-separated values. */
function download(rows: readonly Judgement[]): void {
  const quoted = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;
  const table = columns();
  const lines = [
    table.map((column) => column.name),
    ...rows.map((row) => table.map((column) => column.of(row))),
  ];
  const blob = new Blob([lines.map((line) => line.map(quoted).join(",")).join("\n")], { type: "text/csv" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "verdicts.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}
