import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { t } from "../i18n/t";
import { Button } from "./Button";

export interface TableColumn<Row> {
  readonly name: string;
  /** Sort key. */
  readonly value: (row: Row) => string | number;
  /** Text of the cell, if it is not the sort key. */
  readonly format?: (row: Row) => string;
}

interface SortableTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  readonly chosen: Row | null;
  readonly onChoose: (row: Row) => void;
  readonly name: string;
}

/** Rows per page. */
const PAGE_SIZE = 100;

/** Table that sorts by any column; initially in the order of its rows. */
export function SortableTable<Row>({
  rows,
  columns,
  chosen,
  onChoose,
  name,
}: SortableTableProps<Row>): JSX.Element {
  const order = useSignal<{ column: number; sign: 1 | -1 } | null>(null);
  const most = useSignal(PAGE_SIZE);
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
                      {cellText(each, row)}
                    </button>
                  ) : (
                    cellText(each, row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > most.value && (
        <Button label={t("judge.more")} onPress={() => (most.value += PAGE_SIZE)} />
      )}
    </section>
  );
}

const cellText = <Row,>(column: TableColumn<Row>, row: Row): string | number =>
  column.format ? column.format(row) : column.value(row);

function compare<Row>({ value }: TableColumn<Row>, one: Row, two: Row): number {
  const [a, b] = [value(one), value(two)];
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
