import type { Rule, Stone } from "../api/types";
import type { BoardSize } from "../board/point";

/** A position drawn in letters: `o` black, `x` white, `.` empty. */
export interface TextBoard {
  readonly rule: Rule;
  readonly area: BoardSize;
  readonly stones: readonly Stone[];
}

const MIN_ROWS = 3;

/** Parses text boards separated by empty lines; null if the text is none. */
export function parseTextBoards(text: string, rule: Rule): TextBoard[] | null {
  const blocks = text
    .replaceAll("\r", "")
    .split(/\n[ \t]*\n/)
    .map((block) => block.split("\n").flatMap((line) => line.trim() || []))
    .filter((rows) => rows.length > 0);
  const boards = blocks.map((rows) => parseTextBoard(rows, rule));
  return boards.length > 0 && boards.every((board) => board !== null) ? boards : null;
}

function parseTextBoard(rows: readonly string[], rule: Rule): TextBoard | null {
  const width = rows[0]?.length ?? 0;
  if (rows.length < MIN_ROWS || !rows.every((row) => row.length === width && /^[ox.]+$/i.test(row)))
    return null;
  const stones = rows.flatMap((row, y) =>
    [...row.toLowerCase()].flatMap((sign, x): Stone[] =>
      sign === "." ? [] : [{ x, y, color: sign === "o" ? "black" : "white" }],
    ),
  );
  return { rule, area: { width, height: rows.length }, stones };
}
