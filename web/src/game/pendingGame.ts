import type { GameState } from "./gameState";

/** A game on its way from one screen to another: an address has its position alone. */
let pendingGame: GameState | null = null;

/** Leaves a game for the screen that is entered next. */
export function setPendingGame(game: GameState | null): void {
  pendingGame = game;
}

/** The game that the last screen left, once. */
export function takePendingGame(): GameState | null {
  const game = pendingGame;
  pendingGame = null;
  return game;
}
