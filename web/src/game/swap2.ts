/**
 * Stages of Swap2: one player places three stones; the other stays White, takes Black, or places two more
 * and lets the first one choose.
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

/** Choices after three and after five stones; null until made. */
export interface Swap2State {
  readonly third: Swap2Choice | null;
  readonly fifth: Exclude<Swap2Choice, "more"> | null;
}

export const NO_SWAP: Swap2State = { third: null, fifth: null };

/** The stage at a number of stones. */
export function stageAt(stones: number, { third, fifth }: Swap2State): Swap2Stage {
  if (stones < 3) return "place";
  if (stones === 3 && third === null) return "choose";
  if (third !== "more") return "done";
  if (stones < 5) return "placeMore";
  return stones === 5 && fifth === null ? "last" : "done";
}

/** The state after a choice. */
export function afterChoice(stage: Swap2Stage, choice: Swap2Choice, swap: Swap2State): Swap2State {
  if (stage === "choose") return { third: choice, fifth: null };
  return choice === "more" ? swap : { ...swap, fifth: choice };
}

/** Whether stones may be placed. */
export const isPlacing = (stage: Swap2Stage): boolean =>
  stage === "place" || stage === "placeMore" || stage === "done";

export const isChoosing = (stage: Swap2Stage): boolean => stage === "choose" || stage === "last";

/** Whether the stage belongs to the opener. */
export const isOpenerStage = (stage: Swap2Stage): boolean => stage === "place" || stage === "last";

const CHOICES: readonly unknown[] = ["stay", "take", "more", null];

export function isSwap2State(stored: unknown): stored is Swap2State {
  if (typeof stored !== "object" || stored === null) return false;
  const { third, fifth } = stored as Swap2State;
  return CHOICES.includes(third) && CHOICES.includes(fifth) && (fifth as unknown) !== "more";
}
