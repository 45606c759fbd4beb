import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

export interface Column<Row> {
  readonly name: string;
  readonly of: (row: Row) => string | number;
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly chosen: Row | null;
  readonly onChoose: (row: Row) => void;
  readonly name: string;
}

/** A table that sorts by any of its columns. */
export function Table<Row>({ rows, columns, chosen, onChoose, name }: TableProps<Row>): JSX.Element {
  const order = useSignal({ column: 0, sign: 1 });
  const { column, sign } = order.value;
  const sorted = [...rows].sort((a, b) => sign * compare(columns[column]!.of(a), columns[column]!.of(b)));
  const sortBy = (index: number): void => {
    order.value = { column: index, sign: index === column ? -sign : 1 };
  };
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={name}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((each, index) => (
              <th
                key={each.name}
                scope="col"
                aria-sort={index !== column ? undefined : sign > 0 ? "ascending" : "descending"}
              >
                <button type="button" class="plain" onClick={() => sortBy(index)}>
                  {each.name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, index) => (
            <tr key={index} aria-current={row === chosen ? "true" : undefined} onClick={() => onChoose(row)}>
              {columns.map((each, place) => (
                <td key={each.name}>
                  {place === 0 ? (
                    <button type="button" class="plain" onClick={() => onChoose(row)}>
                      {each.of(row)}
                    </button>
                  ) : (
                    each.of(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
