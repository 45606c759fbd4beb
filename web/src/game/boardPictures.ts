import type { BoardView, ForbiddenPoint, PointMark } from "../board/boardView";
import type { Point } from "../board/point";

/** View model of a picture of a board: nothing can be placed on it. */
export type BoardPictureView = BoardView;

/**
 * Parses a drawing: `x` and `o` are black and white stones, `.` is empty, `3`, `4`, `6` and `#` are forbidden points, `+` is
 * a point to look at, `X` and `O` are stones of the winning line.
 */
export function drawnView(drawing: string, isInfinite = false): BoardPictureView {
  const rows = drawing.trim().split("\n");
  const half = isInfinite ? Math.floor(rows.length / 2) : 0;
  const cells = rows.flatMap((row, y) =>
    [...row.trim()].map((sign, x) => ({ sign, x: x - half, y: y - half })),
  );
  const at = (signs: string) => cells.filter(({ sign }) => signs.includes(sign));
  const stones = at("xXoO").map(({ sign, x, y }) => ({
    x,
    y,
    color: sign.toLowerCase() === "x" ? ("black" as const) : ("white" as const),
  }));
  const forbidden: ForbiddenPoint[] = at("346#").map(({ sign, x, y }) => ({
    x,
    y,
    shape: sign === "#" ? "x" : (sign as "3" | "4" | "6"),
    lines: [],
  }));
  const marks: PointMark[] = at("+").map(({ x, y }) => ({ x, y, text: "", tone: "good" }));
  const line: Point[] = at("XO").map(({ x, y }) => ({ x, y }));
  return {
    area: isInfinite ? null : { width: rows[0]!.trim().length, height: rows.length },
    turn: null,
    stones,
    last: null,
    forbidden,
    lines: line.length > 0 ? [line] : [],
    marks,
    heat: [],
    pending: null,
  };
}

/** Pictures of the start card and of the rules. */
export const PICTURES = {
  turns: drawnView(`
    .......
    .......
    ...o...
    ..xx...
    ...o...
    .......
    .......`),
  puzzle: drawnView(`
    .......
    ..o....
    ..xxx+.
    ...ox..
    ...xo..
    .......
    .......`),
  five: drawnView(`
    .......
    .....X.
    ..ooX..
    ..oXo..
    ..X.o..
    .X.....
    .......`),
  six: drawnView(`
    ........
    ........
    ..o.o...
    .xxxxxx.
    ..oo.o..
    ........
    ........
    ........`),
  openThree: drawnView(`
    .......
    .......
    ...o...
    .+xxx+.
    ...o...
    .......
    .......`),
  fouls: drawnView(`
    ...........
    ..x......x.
    ..x......x.
    ..3xx....x.
    .........6.
    .........x.
    .........x.
    ..xx4x.....
    ....x......
    ....x......
    ....x......`),
  foul: drawnView(`
    .......
    ..x....
    ..x.o..
    ..3xx..
    ....o..
    .o.....
    .......`),
  white: drawnView(`
    ........
    ..x.x...
    ...x....
    .OOOOOO.
    ..x.x...
    ........
    ........
    ........`),
  liberties: drawnView(`
    .......
    ...+...
    ..+xo..
    ..+x+..
    ...+...
    .......
    .......`),
  nogo: drawnView(`
    #xo....
    xxoo...
    ooxxo..
    .ox#xo.
    ..oxo..
    ...o...
    .......`),
  stuck: drawnView(`
    #xo#o
    x#xoo
    xx#x#
    oxxxx
    #ooo#`),
  infinite: drawnView(
    `
    .......
    .....x.
    ..o.x..
    ..oxo..
    ..x....
    .......
    .......`,
    true,
  ),
} as const;
