import type { JSX } from "preact";
import { download, toCsv } from "../download";
import { claimText } from "../game/claimText";
import { playersText } from "../game/importGame";
import type { JudgeController } from "../game/judgeController";
import { type JudgedRecord, VERDICTS, type Verdict } from "../game/judgedRecord";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { Segments } from "./FormFields";
import { SortableTable, type TableColumn } from "./SortableTable";
import { resultText, VERDICT_SIGNS } from "./VerdictNote";

/** An archive on the stage: the counts on top, and a table of the records that sorts and filters. */
export function VerdictTable({ controller }: { controller: JudgeController }): JSX.Element {
  const { counts, records, shown, filter, chosen, count } = controller;
  const choices = [
    ["all", t("judge.counted", { name: t("judge.all"), count: count.value })] as const,
    ...VERDICTS.map((verdict): [Verdict, string] => [
      verdict,
      `${VERDICT_SIGNS[verdict]} ${t("judge.counted", { name: t(`judge.verdict.${verdict}`), count: counts.value[verdict] })}`,
    ]),
  ];
  return (
    <section class="archive">
      <Segments
        label={t("judge.filter")}
        value={filter.value}
        onChoose={(verdict) => (filter.value = verdict)}
        choices={choices}
      />
      {count.value > records.value.length && (
        <p class="quiet" role="status">
          {t("judge.most", { shown: records.value.length, count: count.value })}
        </p>
      )}
      <SortableTable
        rows={shown.value}
        columns={columns(shown.value.some(({ source }) => source))}
        chosen={records.value.find((each) => each.number === chosen.value?.number) ?? null}
        onChoose={(record) => controller.choose(record)}
        name={t("judge.table")}
      />
    </section>
  );
}

/** Buttons that save the records of the table. */
export function SaveVerdicts({ controller: { shown } }: { controller: JudgeController }): JSX.Element {
  return (
    <div class="pair">
      <Button icon="export" label={t("judge.csv")} onPress={() => downloadCsv(shown.value)} />
      <Button icon="export" label={t("judge.json")} onPress={() => downloadJson(shown.value)} />
    </div>
  );
}

const columns = (hasFiles: boolean): TableColumn<JudgedRecord>[] => [
  { name: t("judge.number"), value: (each) => each.number },
  {
    name: t("judge.verdict"),
    value: (each) => VERDICTS.indexOf(each.verdict),
    format: (each) => `${VERDICT_SIGNS[each.verdict]} ${t(`judge.verdict.${each.verdict}`)}`,
  },
  { name: t("judge.players"), value: (each) => playersText({ ...each, title: "" }) },
  { name: t("judge.says"), value: ({ claim }) => (claim ? claimText(claim) : "") },
  { name: t("judge.board"), value: resultText },
  { name: t("judge.at"), value: (each) => each.at, format: ({ at }) => (at > 0 ? String(at) : "") },
  { name: t("judge.moves"), value: (each) => each.moves.length },
  {
    name: t(hasFiles ? "judge.source" : "judge.line"),
    value: ({ source, line }) => [source, line || ""].filter(Boolean).join(":"),
  },
];

/** The column names are not localized: programs read them. */
function downloadCsv(records: readonly JudgedRecord[]): void {
  const head = [
    ...["number", "source", "rule", "moves", "verdict", "end", "winner", "at", "after", "claim"],
    ...["line", "black", "white"],
  ];
  const rows = records.map((each) => [
    ...[each.number, each.source, each.rule, each.moves.length, each.verdict],
    ...[each.end, each.winner, each.at, each.after, each.claim],
    ...[each.line, each.black, each.white],
  ]);
  download("verdicts.csv", new Blob([toCsv([head, ...rows])], { type: "text/csv" }));
}

const downloadJson = (records: readonly JudgedRecord[]): void =>
  download(
    "verdicts.json",
    new Blob([`${JSON.stringify(records, null, 2)}\n`], { type: "application/json" }),
  );
