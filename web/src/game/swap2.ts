/**
 * Swap2: one player puts three stones. The other stays White, takes Black, or puts two more and lets
 * the first one choose.
 */
export type Swap2Stage =
  | "place"
  /** The other player chooses. */
  | "choose"
  | "placeMore"
  /** The first player chooses. */
  | "last"
  | "done";

export type Swap2Choice = "stay" | "take" | "more";

/** What was chosen after three stones, and after five; null as long as nothing was. */
export interface Swap2State {
  readonly third: Swap2Choice | null;
  readonly fifth: Exclude<Swap2Choice, "more"> | null;
}

export const NO_SWAP: Swap2State = { third: null, fifth: null };

/** The stage where so many stones lie on the board. */
export function stageAt(stones: number, { third, fifth }: Swap2State): Swap2Stage {
  if (stones < 3) return "place";
  if (stones === 3 && third === null) return "choose";
  if (third !== "more") return "done";
  if (stones < 5) return "placeMore";
  return stones === 5 && fifth === null ? "last" : "done";
}

/** The choices that there are once a stage has its choice. */
export function afterChoice(stage: Swap2Stage, choice: Swap2Choice, swap: Swap2State): Swap2State {
  if (stage === "choose") return { third: choice, fifth: null };
  return choice === "more" ? swap : { ...swap, fifth: choice };
}

/** Whether stones may be put now. */
export const isPlacing = (stage: Swap2Stage): boolean =>
  stage === "place" || stage === "placeMore" || stage === "done";

export const isChoosing = (stage: Swap2Stage): boolean => stage === "choose" || stage === "last";

/** Whether a stage belongs to the player who opened. */
export const isOpenerStage = (stage: Swap2Stage): boolean => stage === "place" || stage === "last";

const CHOICES: readonly unknown[] = ["stay", "take", "more", null];

export function isSwap2State(kept: unknown): kept is Swap2State {
  if (typeof kept !== "object" || kept === null) return false;
  const { third, fifth } = kept as Swap2State;
  return CHOICES.includes(third) && CHOICES.includes(fifth) && (fifth as unknown) !== "more";
}
