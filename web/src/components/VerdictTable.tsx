import type { JSX } from "preact";
import { download, toCsv } from "../download";
import type { JudgeController } from "../game/judgeController";
import { type JudgedRecord, VERDICTS, type Verdict } from "../game/judgedRecord";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { Select } from "./FormFields";
import { SortableTable, type TableColumn } from "./SortableTable";
import { resultText, VERDICT_SIGNS } from "./VerdictNote";

/** Table of the judged records: sortable, filterable, downloadable. */
export function VerdictTable({ controller }: { controller: JudgeController }): JSX.Element {
  const { counts, records, shown, filter, chosen, count } = controller;
  const choices = [
    ["all", t("judge.counted", { name: t("judge.all"), count: count.value })] as const,
    ...VERDICTS.map((verdict): [Verdict, string] => [
      verdict,
      t("judge.counted", { name: t(`judge.verdict.${verdict}`), count: counts.value[verdict] }),
    ]),
  ];
  return (
    <section class="block grow">
      <Select
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
        columns={columns()}
        chosen={records.value.find((each) => each.number === chosen.value?.number) ?? null}
        onChoose={(record) => controller.choose(record)}
        name={t("judge.table")}
      />
      <div class="pair">
        <Button icon="export" label={t("judge.csv")} onPress={() => downloadCsv(shown.value)} />
        <Button icon="export" label={t("judge.json")} onPress={() => downloadJson(shown.value)} />
      </div>
    </section>
  );
}

const columns = (): TableColumn<JudgedRecord>[] => [
  { name: t("judge.number"), value: (each) => each.number },
  {
    name: t("judge.verdict"),
    value: (each) => VERDICTS.indexOf(each.verdict),
    format: (each) => `${VERDICT_SIGNS[each.verdict]} ${t(`judge.verdict.${each.verdict}`)}`,
  },
  { name: t("judge.board"), value: resultText },
  { name: t("judge.moves"), value: (each) => each.moves.length },
];

/** The column names are not localized: programs read them. */
function downloadCsv(records: readonly JudgedRecord[]): void {
  const head = ["number", "source", "rule", "moves", "verdict", "end", "winner", "at", "after", "claim"];
  const rows = records.map((each) => [
    ...[each.number, each.source, each.rule, each.moves.length, each.verdict],
    ...[each.end, each.winner, each.at, each.after, each.claim],
  ]);
  download("verdicts.csv", new Blob([toCsv([head, ...rows])], { type: "text/csv" }));
}

const downloadJson = (records: readonly JudgedRecord[]): void =>
  download(
    "verdicts.json",
    new Blob([`${JSON.stringify(records, null, 2)}\n`], { type: "application/json" }),
  );
