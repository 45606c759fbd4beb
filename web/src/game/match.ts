import type { Rule } from "../api/types";
import type { Area, Color } from "../board/point";

/** Who plays what, and on which board. */
export interface Match {
  readonly rule: Rule;
  readonly area: Area;
  /** The level of the engine; null if a friend plays the other side. */
  readonly level: number | null;
  /** The side of the person, if the engine plays the other one. */
  readonly side: Color;
  readonly opening: "free" | "swap2";
}

export const RULES: readonly Rule[] = ["freestyle", "exact", "renju", "nogo"];
export const LEVELS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export const FIRST_MATCH: Match = {
  rule: "freestyle",
  area: { width: 15, height: 15 },
  level: 4,
  side: "black",
  opening: "free",
};

/** The sides of boards that a game is played on; 0 stands for a board without edges. */
export const sidesOf = (rule: Rule): readonly number[] =>
  rule === "nogo" ? [5, 6, 7, 8, 9, 11, 13, 15, 19] : [9, 11, 13, 15, 17, 19, 20, 22, 0];

export const areaOf = (side: number): Area => (side === 0 ? null : { width: side, height: side });

/** Whether a kept value is a match, so that an old visit cannot break a new one. */
export function isMatch(kept: unknown): kept is Match {
  if (typeof kept !== "object" || kept === null) return false;
  const match = kept as Match;
  const { rule, area, level, side, opening } = match;
  const fits = (length: unknown): boolean => typeof length === "number" && length >= 1 && length <= 64;
  return (
    RULES.includes(rule) &&
    (area === null || (fits(area?.width) && fits(area?.height))) &&
    (level === null || LEVELS.includes(level)) &&
    (side === "black" || side === "white") &&
    (opening === "free" || opening === "swap2")
  );
}
