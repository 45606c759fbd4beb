import type { Rule } from "../api/types";

/** Names of the levels, each for two of them. */
export const LEVEL_NAMES = ["beginner", "casual", "club", "strong", "master"] as const;
export type LevelName = (typeof LEVEL_NAMES)[number];

export const levelName = (level: number): LevelName => LEVEL_NAMES[Math.ceil(level / 2) - 1] ?? "master";

/** Measured Elo of each level over the one below, from level 2 on, as in docs/levels.md. */
const GAINS: Partial<Record<Rule, readonly number[]>> = {
  freestyle: [360, 408, 444, 262, 286, 146, 126, 132, 112],
  exact: [419, 457, 373, 242, 286, 157, 124, 157],
  renju: [369, 360, 408, 289, 276, 176, 192, 226],
};

/** Measured Elo of a level over the one below; null if it was not measured. */
export const levelGain = (rule: Rule, level: number): number | null => GAINS[rule]?.[level - 2] ?? null;
