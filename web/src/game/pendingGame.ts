import type { Taken } from "./gameState";

/** A game on its way from one screen to another: an address has its position alone. */
let waiting: Taken | null = null;

/** Leaves a game for the screen that is entered next. */
export function handOver(game: Taken | null): void {
  waiting = game;
}

/** The game that the last screen left, once. */
export function handedOver(): Taken | null {
  const game = waiting;
  waiting = null;
  return game;
}
