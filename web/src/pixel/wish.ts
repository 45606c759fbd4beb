import { signal } from "@preact/signals";
import type { FilmQuestion, Hand } from "../api/types";

export const HANDS = ["scan", "random", "engine"] as const;
export type HandName = (typeof HANDS)[number];
export const SIDES: readonly number[] = Array.from({ length: 24 }, (_, index) => index + 2);

const ENGINE_LEVEL = 5;

/** The game that is wished to be watched. */
export const filmWish = signal({ side: 9, black: "scan" as HandName, white: "random" as HandName, seed: 1 });

export function questionOf({ side, black, white, seed }: typeof filmWish.value): FilmQuestion {
  const hand = (name: HandName): Hand =>
    name === "engine" ? { kind: name, level: ENGINE_LEVEL } : { kind: name };
  return { size: { width: side, height: side }, black: hand(black), white: hand(white), seed };
}
