import { type Area, isInside, type Point } from "./point";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Column letter: `a` to `z`, then `aa`. */
export function columnName(x: number): string {
  const last = LETTERS.charAt(x % 26);
  return x < 26 ? last : columnName(Math.floor(x / 26) - 1) + last;
}

/** Coordinate labels of a point: column and row. */
export function coordinateLabels(area: Area, { x, y }: Point): { column: string; row: string } {
  return area === null
    ? { column: String(x), row: String(y) }
    : { column: columnName(x), row: String(area.height - y) };
}

/** Name of a point: `h8`, or `(3,-4)` on an infinite board. */
export function pointName(area: Area, point: Point): string {
  const { column, row } = coordinateLabels(area, point);
  return area === null ? `(${column},${row})` : column + row;
}

/** Parses a point name, in either case; null if it is no point of the board. */
export function parsePoint(area: Area, name: string): Point | null {
  const point = area === null ? pair(name) : square(area.height, name);
  return point && isInside(area, point) ? point : null;
}

function pair(name: string): Point | null {
  const found = /^\s*\(?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)?\s*$/.exec(name);
  return found && { x: Number(found[1]), y: Number(found[2]) };
}

function square(height: number, name: string): Point | null {
  const found = /^\s*([a-z]{1,2})\s*(\d{1,3})\s*$/i.exec(name);
  if (!found?.[1]) return null;
  const column = [...found[1].toLowerCase()].reduce(
    (sum, letter) => sum * 26 + LETTERS.indexOf(letter) + 1,
    0,
  );
  return { x: column - 1, y: height - Number(found[2]) };
}
