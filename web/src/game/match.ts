import type { Author, Rule } from "../api/types";
import type { Area, Color } from "../board/point";
import { isSwap2State, NO_SWAP, type Swap2State } from "./swap2";

/** Match settings: rule, board, opponent and opening. */
export interface Match {
  readonly rule: Rule;
  readonly area: Area;
  /** Engine level; null for two people at one board. */
  readonly level: number | null;
  /** Whether the opponent plays by the proof of the server; where the proof has no answer it is the engine. */
  readonly proof?: boolean;
  /** Color of the person against the engine. */
  readonly side: Color;
  /** Who places the first stones at Swap2 against the engine. */
  readonly opener: Author;
  readonly opening: "free" | "swap2";
  /** Choices made at Swap2. */
  readonly swap: Swap2State;
}

export const RULES: readonly Rule[] = ["freestyle", "exact", "renju", "nogo"];
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export const FIRST_MATCH: Match = {
  rule: "freestyle",
  area: { width: 15, height: 15 },
  level: 4,
  side: "black",
  opener: "person",
  opening: "free",
  swap: NO_SWAP,
};

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Board sides offered for a rule; 0 is the infinite board. */
export const boardSides = (rule: Rule): readonly number[] =>
  rule === "nogo" ? range(2, 25) : [...range(5, 22), 0];

/** Default side of the board for a rule. */
export const defaultSide = (rule: Rule): number => (rule === "nogo" ? 9 : 15);

export const squareArea = (side: number): Area => (side === 0 ? null : { width: side, height: side });

/** Whether Swap2 is available: the engine supports it on finite boards only. */
export const canSwap2 = ({ rule, area, level }: Match): boolean =>
  rule !== "nogo" && (level === null || (area !== null && Math.min(area.width, area.height) >= 9));

/** The match with a free opening where Swap2 is not available. */
export const normalizeMatch = (match: Match): Match =>
  canSwap2(match) ? match : { ...match, opening: "free" };

/** Type guard for stored matches, so that old data cannot break the page. */
export function isMatch(stored: unknown): stored is Match {
  if (typeof stored !== "object" || stored === null) return false;
  const { rule, area, ...rest } = stored as Match;
  const fits = (length: unknown): boolean => typeof length === "number" && length >= 1 && length <= 64;
  return (
    RULES.includes(rule) && (area === null || (fits(area?.width) && fits(area?.height))) && isSettings(rest)
  );
}

/** Match settings without rule and board; stored by the server as an opaque string. */
export type MatchSettings = Omit<Match, "rule" | "area">;

export function serializeSettings({ level, proof, side, opener, opening, swap }: Match): string {
  return JSON.stringify({ level, ...(proof && { proof }), side, opener, opening, swap });
}

/** Parses stored settings; falls back to a match without an engine. */
export function parseSettings(text: string): MatchSettings {
  const { rule: _, area: __, ...first } = FIRST_MATCH;
  const friends = { ...first, level: null };
  try {
    const stored: unknown = JSON.parse(text);
    return isSettings(stored) ? stored : friends;
  } catch {
    return friends;
  }
}

function isSettings(stored: unknown): stored is MatchSettings {
  if (typeof stored !== "object" || stored === null) return false;
  const { level, proof = false, side, opener, opening, swap } = stored as MatchSettings;
  return (
    (level === null || LEVELS.includes(level)) &&
    typeof proof === "boolean" &&
    (side === "black" || side === "white") &&
    (opener === "person" || opener === "engine") &&
    (opening === "free" || opening === "swap2") &&
    isSwap2State(swap)
  );
}
