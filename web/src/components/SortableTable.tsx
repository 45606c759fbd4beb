import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { say } from "../i18n/t";
import { Button } from "./Button";

export interface Column<Row> {
  readonly name: string;
  /** What it is sorted by. */
  readonly of: (row: Row) => string | number;
  /** What is seen, if that is something else. */
  readonly shown?: (row: Row) => string;
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly chosen: Row | null;
  readonly onChoose: (row: Row) => void;
  readonly name: string;
}

/** Rows that are shown at once. */
const PAGE = 100;

/** A table that sorts by any of its columns; at first its rows stand as they come. */
export function Table<Row>({ rows, columns, chosen, onChoose, name }: TableProps<Row>): JSX.Element {
  const order = useSignal<{ column: number; sign: 1 | -1 } | null>(null);
  const most = useSignal(PAGE);
  const by = order.value;
  const sorted = by ? [...rows].sort((a, b) => by.sign * compare(columns[by.column]!, a, b)) : rows;
  const sortBy = (column: number): void => {
    order.value = { column, sign: by?.column === column && by.sign > 0 ? -1 : 1 };
  };
  return (
    <section class="scroll" tabIndex={0} aria-label={name}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((each, index) => (
              <th
                key={each.name}
                scope="col"
                aria-sort={by?.column !== index ? undefined : by.sign > 0 ? "ascending" : "descending"}
              >
                <button type="button" class="plain" onClick={() => sortBy(index)}>
                  {each.name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, most.value).map((row, index) => (
            <tr key={index} aria-current={row === chosen ? "true" : undefined} onClick={() => onChoose(row)}>
              {columns.map((each, place) => (
                <td key={each.name}>
                  {place === 0 ? (
                    <button type="button" class="plain" onClick={() => onChoose(row)}>
                      {shownIn(each, row)}
                    </button>
                  ) : (
                    shownIn(each, row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > most.value && (
        <Button label={say("judge.more")} onPress={() => (most.value += PAGE)} />
      )}
    </section>
  );
}

const shownIn = <Row,>(column: Column<Row>, row: Row): string | number =>
  column.shown ? column.shown(row) : column.of(row);

function compare<Row>({ of }: Column<Row>, one: Row, two: Row): number {
  const [a, b] = [of(one), of(two)];
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
