import type { Stone, View } from "../api/types";
import { other } from "../board/point";
import type { BoardView, Mark } from "../board/view";
import { type Case, type End, playable } from "./cases";
import { boardView } from "./describe";

/** The board of a record after so many of its moves, as it was written: nothing is asked about it. */
export function recordView({ rule, area, setup, first, moves }: Case, number: number): View {
  const second = other(first);
  const played = moves
    .slice(0, number)
    .map(({ x, y }, index): Stone => ({ x, y, color: index % 2 === 0 ? first : second, number: index + 1 }));
  const last = played.at(-1);
  return {
    ...{ rule, area, ending: null, forbidden: [], illegal: [], chains: [], hash: "", columns: [], rows: [] },
    turn: number % 2 === 0 ? first : second,
    stones: [...setup, ...played],
    last: last ? { x: last.x, y: last.y, name: "" } : null,
  };
}

/** What is drawn on the point of a foul. */
const FOULS: Partial<Record<End, string>> = { overline: "6", "double-four": "4", "double-three": "3" };

/** The same as it is drawn: at the end with what shows the verdict. */
export function drawnRecord(judged: Case, view: View, number: number): BoardView {
  const { at, end, moves, lines } = judged;
  const marks: Mark[] = [];
  const ends = moves[at - 1];
  if (ends && number === playable(judged) && judged.verdict === "faulty")
    marks.push({ x: ends.x, y: ends.y, text: "×", tone: "bad" });
  const foul = FOULS[end];
  if (ends && foul && number === at && judged.winner === "white")
    marks.push({ x: ends.x, y: ends.y, text: foul, tone: "bad" });
  const shown = at === 0 || number === at ? lines : [];
  return boardView(view, { turn: null, marks, lines: shown });
}
