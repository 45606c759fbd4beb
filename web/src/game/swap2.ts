/**
 * Swap2: one player puts three stones. The other stays White, takes Black, or puts two more and lets
 * the first one choose.
 */
export type Stage =
  | "place"
  /** The other player chooses. */
  | "choose"
  | "placeMore"
  /** The first player chooses. */
  | "last"
  | "done";

/** The stage once so many stones lie on the board. */
export function stageAfter(stage: Stage, stones: number): Stage {
  if (stage === "place" && stones >= 3) return "choose";
  if (stage === "placeMore" && stones >= 5) return "last";
  return stage;
}

/** Whether stones may be put now. */
export const isPlacing = (stage: Stage): boolean =>
  stage === "place" || stage === "placeMore" || stage === "done";

export const isChoosing = (stage: Stage): boolean => stage === "choose" || stage === "last";
