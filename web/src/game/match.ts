import type { Author, Rule } from "../api/types";
import type { Area, Color } from "../board/point";
import { isSwap2State, NO_SWAP, type Swap2State } from "./swap2";

/** Who plays what, and on which board. */
export interface Match {
  readonly rule: Rule;
  readonly area: Area;
  /** The level of the engine; null if a friend plays the other side. */
  readonly level: number | null;
  /** The side of the person, if the engine plays the other one. */
  readonly side: Color;
  /** At Swap2 against the engine, who puts the first stones. */
  readonly opener: Author;
  readonly opening: "free" | "swap2";
  /** What was chosen at Swap2. */
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

/** The sides of boards that a game is played on; 0 stands for a board without edges. */
export const boardSides = (rule: Rule): readonly number[] =>
  rule === "nogo" ? range(2, 25) : [...range(5, 22), 0];

/** The side that a game is mostly played on. */
export const defaultSide = (rule: Rule): number => (rule === "nogo" ? 9 : 15);

export const squareArea = (side: number): Area => (side === 0 ? null : { width: side, height: side });

/** Whether Swap2 can be played: against the engine it must see the edges. */
export const canSwap2 = ({ rule, area, level }: Match): boolean =>
  rule !== "nogo" && (level === null || (area !== null && Math.min(area.width, area.height) >= 9));

/** The match, without Swap2 where that cannot be played. */
export const normalizeMatch = (match: Match): Match =>
  canSwap2(match) ? match : { ...match, opening: "free" };

/** Whether a kept value is a match, so that an old visit cannot break a new one. */
export function isMatch(kept: unknown): kept is Match {
  if (typeof kept !== "object" || kept === null) return false;
  const { rule, area, ...rest } = kept as Match;
  const fits = (length: unknown): boolean => typeof length === "number" && length >= 1 && length <= 64;
  return (
    RULES.includes(rule) && (area === null || (fits(area?.width) && fits(area?.height))) && isSettings(rest)
  );
}

/** A match without its board: what the server keeps with a game, and does not look into. */
export type MatchSettings = Omit<Match, "rule" | "area">;

export function serializeSettings({ level, side, opener, opening, swap }: Match): string {
  return JSON.stringify({ level, side, opener, opening, swap });
}

/** The settings that a text is; those of two friends if it is none. */
export function parseSettings(text: string): MatchSettings {
  const { rule: _, area: __, ...first } = FIRST_MATCH;
  const friends = { ...first, level: null };
  try {
    const kept: unknown = JSON.parse(text);
    return isSettings(kept) ? kept : friends;
  } catch {
    return friends;
  }
}

function isSettings(kept: unknown): kept is MatchSettings {
  if (typeof kept !== "object" || kept === null) return false;
  const { level, side, opener, opening, swap } = kept as MatchSettings;
  return (
    (level === null || LEVELS.includes(level)) &&
    (side === "black" || side === "white") &&
    (opener === "person" || opener === "engine") &&
    (opening === "free" || opening === "swap2") &&
    isSwap2State(swap)
  );
}
