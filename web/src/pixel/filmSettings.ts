import { signal } from "@preact/signals";
import type { FilmQuestion, Hand } from "../api/types";

export const HANDS = ["scan", "random", "engine"] as const;
export type HandName = (typeof HANDS)[number];
export const SIDES: readonly number[] = Array.from({ length: 24 }, (_, index) => index + 2);

const ENGINE_LEVEL = 5;

/** A game that is wished to be watched. The same wish gives the same game. */
export interface Wish {
  readonly side: number;
  readonly black: HandName;
  readonly white: HandName;
  readonly seed: number;
}

const FIRST: Wish = { side: 9, black: "scan", white: "random", seed: 1 };

export const filmWish = signal<Wish>(FIRST);

export function questionOf({ side, black, white, seed }: Wish): FilmQuestion {
  const hand = (name: HandName): Hand =>
    name === "engine" ? { kind: name, level: ENGINE_LEVEL } : { kind: name };
  return { size: { width: side, height: side }, black: hand(black), white: hand(white), seed };
}

/** The wish as the end of an address: `9/scan/random/1`. */
export const wishLink = ({ side, black, white, seed }: Wish): string => [side, black, white, seed].join("/");

/** The wish that an address ends with; null if it is none. */
export function linkedWish(link: string): Wish | null {
  const [side, black, white, seed] = link.replace(/^#/, "").split("/");
  const isHand = (name: string | undefined): name is HandName => HANDS.includes(name as HandName);
  const wish = { side: Number(side), seed: Number(seed) };
  if (!SIDES.includes(wish.side) || !Number.isSafeInteger(wish.seed) || wish.seed < 0) return null;
  return isHand(black) && isHand(white) ? { ...wish, black, white } : null;
}
