import type { Position, PositionView, Stone } from "../api/types";
import type { BoardView, PointMark } from "../board/boardView";
import { type Color, otherColor, type Point } from "../board/point";
import { type EndKind, type JudgedRecord, playableMoves } from "./judgedRecord";
import { toBoardView } from "./toBoardView";

/** The moves of a record. */
type RecordedGame = Pick<JudgedRecord, "rule" | "area" | "setup" | "first" | "moves">;

/** Stones after a number of moves, with color and move number, and the side to move. */
function stonesAfter(
  { setup, first, moves }: RecordedGame,
  number: number,
): { stones: Stone[]; turn: Color } {
  const made = moves.slice(0, number);
  const played = made.flatMap(({ color, point }, index): Stone[] =>
    point ? [{ x: point.x, y: point.y, color, number: index + 1 }] : [],
  );
  const last = made.at(-1);
  const turn = moves[number]?.color ?? (last ? otherColor(last.color) : first);
  return { stones: [...setup, ...played], turn };
}

/** View of a record after a number of moves, without a request to the server. */
export function recordView(recorded: RecordedGame, number: number): PositionView {
  const { rule, area } = recorded;
  const { stones, turn } = stonesAfter(recorded, number);
  const last = stones.slice(recorded.setup.length).at(-1);
  return {
    ...{ rule, area, ending: null, forbidden: [], illegal: [], chains: [], hash: "", columns: [], rows: [] },
    turn,
    stones,
    last: last ? { x: last.x, y: last.y, name: "" } : null,
  };
}

/**
 * Position of a record after a number of moves, for another screen. It is a setup if the sides do not
 * alternate, because a position has no passes.
 */
export function recordPosition(recorded: RecordedGame, number: number): Position {
  const { rule, area, setup, first } = recorded;
  const moves: Point[] = [];
  for (const [index, { color, point }] of recorded.moves.slice(0, number).entries()) {
    if (!point || (color === first) !== (index % 2 === 0)) {
      const { stones, turn } = stonesAfter(recorded, number);
      return { rule, area, moves: [], setup: { stones: stones.map(bare), turn } };
    }
    moves.push(point);
  }
  const set = setup.length > 0 || first === "white" ? { setup: { stones: setup, turn: first } } : {};
  return { rule, area, moves, ...set };
}

const bare = ({ x, y, color }: Stone): Stone => ({ x, y, color });

/** Mark of a foul. */
const FOULS: Partial<Record<EndKind, string>> = { overline: "6", "double-four": "4", "double-three": "3" };

/** View model of a record, with the marks of its verdict. */
export function recordBoardView(record: JudgedRecord, view: PositionView, number: number): BoardView {
  const { at, end, moves, lines } = record;
  const marks: PointMark[] = [];
  const ends = moves[at - 1]?.point;
  if (ends && number === playableMoves(record) && record.verdict === "illegal")
    marks.push({ x: ends.x, y: ends.y, text: "×", tone: "bad" });
  const foul = FOULS[end];
  if (ends && foul && number === at && record.winner === "white")
    marks.push({ x: ends.x, y: ends.y, text: foul, tone: "bad" });
  const shown = at === 0 || number === at ? lines : [];
  return toBoardView(view, { turn: null, marks, lines: shown });
}
