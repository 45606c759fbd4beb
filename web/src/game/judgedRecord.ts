import type { Fault, JudgedGame, JudgeResponse, PlayedMove, Rule, Stone, Tally } from "../api/types";
import type { Area, Color, Point } from "../board/point";

/** Verdicts, worst first: the claimed result is wrong, illegal move, unreadable, nothing to compare, correct. */
export const VERDICTS = ["differs", "illegal", "unreadable", "open", "agrees"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How a game ended on the board, or whether a position is reachable. */
export type EndKind =
  | "five"
  | "overline"
  | "double-four"
  | "double-three"
  | "no-move"
  | "choke"
  | "full-board"
  | "unfinished"
  | "occupied"
  | "outside"
  | "out-of-turn"
  | "pass"
  | "setup"
  | "unreadable"
  | "possible"
  | "impossible"
  | "unknown";

/** Ends by an illegal move, or of an unreachable position. A choke or a foul is a legal losing move. */
const ILLEGAL_ENDS: readonly string[] = ["occupied", "outside", "out-of-turn", "pass", "setup", "impossible"];

/** A judged game or position. */
export interface JudgedRecord {
  readonly number: number;
  /** Name of the file, and the line in it. */
  readonly source: string;
  readonly line: number;
  /** Players; empty if unknown. */
  readonly black: string;
  readonly white: string;
  readonly rule: Rule;
  readonly area: Area;
  readonly setup: readonly Stone[];
  readonly first: Color;
  /** Moves and passes with their colors: in a record the sides need not alternate. */
  readonly moves: readonly PlayedMove[];
  readonly verdict: Verdict;
  readonly end: EndKind;
  readonly winner: Color | null;
  /** Number of the move that ended the game or is illegal, from 1; 0 if there is none. */
  readonly at: number;
  readonly after: number;
  readonly claim: string | null;
  readonly lines: readonly (readonly Point[])[];
  /** Repairs that the parser made and that may affect the verdict. */
  readonly repairs: readonly string[];
  readonly fault: Fault | null;
}

export function judgedRecords({ games }: JudgeResponse, source: string, before: number): JudgedRecord[] {
  return games.map((game, index) => {
    const { rule, area, setup, first, moves, winner, at, after, claim, repairs, fault, line, black, white } =
      game;
    return {
      ...{ rule, area, setup, first, moves, winner, at, after, claim, repairs, fault, line, black, white },
      source: [source, game.file].filter(Boolean).join(": "),
      number: before + index + 1,
      verdict: verdictOf(game),
      end: game.end as EndKind,
      lines: game.lines.map((line) => line.points),
    };
  });
}

/** Counts per verdict. */
export function verdictCounts(tallies: readonly Tally[]): Record<Verdict, number> {
  const counts = { differs: 0, illegal: 0, unreadable: 0, open: 0, agrees: 0 };
  for (const tally of tallies) counts[verdictOf(tally)] += tally.count;
  return counts;
}

function verdictOf({ end, agrees }: Pick<JudgedGame, "end" | "agrees">): Verdict {
  if (end === "unreadable") return "unreadable";
  if (ILLEGAL_ENDS.includes(end)) return "illegal";
  if (end === "possible") return "agrees";
  return agrees === "no" ? "differs" : agrees === "yes" ? "agrees" : "open";
}

/** The witness game of a reachable position as a record. */
export function witnessRecord(record: JudgedRecord, witness: readonly Point[]): JudgedRecord {
  return {
    ...record,
    ...{ first: "black", winner: null, at: 0, after: 0, claim: null, repairs: [], lines: [], fault: null },
    setup: [],
    moves: inTurn(witness),
    verdict: "agrees",
    end: "possible",
  };
}

/** Points as alternating moves, Black first. */
const inTurn = (points: readonly Point[]): PlayedMove[] =>
  points.map(({ x, y }, index) => ({ color: index % 2 === 0 ? "black" : "white", point: { x, y } }));

/** Number of moves of a record that can be shown. */
export const playableMoves = ({ verdict, at, moves }: JudgedRecord): number =>
  verdict === "illegal" && at > 0 ? at - 1 : moves.length;
