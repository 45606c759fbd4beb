import type { JSX } from "preact";
import { csv, handOut } from "../download";
import type { Court } from "../game/judgeController";
import { type Case, VERDICTS, type Verdict } from "../game/judgedRecord";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { Select } from "./FormFields";
import { type Column, Table } from "./SortableTable";
import { resultOf, SIGNS } from "./VerdictNote";

/** The table of all that was judged: it sorts, filters, and can be taken away. */
export function Docket({ court }: { court: Court }): JSX.Element {
  const { counts, cases, shown, filter, chosen, count } = court;
  const choices = [
    ["all", say("judge.counted", { name: say("judge.all"), count: count.value })] as const,
    ...VERDICTS.map((verdict): [Verdict, string] => [
      verdict,
      say("judge.counted", { name: say(`judge.verdict.${verdict}`), count: counts.value[verdict] }),
    ]),
  ];
  return (
    <section class="block grow">
      <Select
        label={say("judge.filter")}
        value={filter.value}
        onChoose={(verdict) => (filter.value = verdict)}
        choices={choices}
      />
      {count.value > cases.value.length && (
        <p class="quiet" role="status">
          {say("judge.most", { shown: cases.value.length, count: count.value })}
        </p>
      )}
      <Table
        rows={shown.value}
        columns={columns()}
        chosen={cases.value.find((each) => each.number === chosen.value?.number) ?? null}
        onChoose={(judged) => court.choose(judged)}
        name={say("judge.table")}
      />
      <div class="pair">
        <Button icon="export" label={say("judge.csv")} onPress={() => asCsv(shown.value)} />
        <Button icon="export" label={say("judge.json")} onPress={() => asJson(shown.value)} />
      </div>
    </section>
  );
}

const columns = (): Column<Case>[] => [
  { name: say("judge.number"), of: (each) => each.number },
  {
    name: say("judge.verdict"),
    of: (each) => VERDICTS.indexOf(each.verdict),
    shown: (each) => `${SIGNS[each.verdict]} ${say(`judge.verdict.${each.verdict}`)}`,
  },
  { name: say("judge.board"), of: resultOf },
  { name: say("judge.moves"), of: (each) => each.moves.length },
];

/** Words for programs: they are the same in every language. */
function asCsv(cases: readonly Case[]): void {
  const head = ["number", "source", "rule", "moves", "verdict", "end", "winner", "at", "after", "claim"];
  const rows = cases.map((each) => [
    ...[each.number, each.source, each.rule, each.moves.length, each.verdict],
    ...[each.end, each.winner, each.at, each.after, each.claim],
  ]);
  handOut("verdicts.csv", csv([head, ...rows]), "text/csv");
}

const asJson = (cases: readonly Case[]): void =>
  handOut("verdicts.json", `${JSON.stringify(cases, null, 2)}\n`, "application/json");
