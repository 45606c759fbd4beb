import type { GameState } from "./gameState";

/** Game handed from one screen to the next; the address has its position only. */
let pendingGame: GameState | null = null;

/** Sets the game for the next screen. */
export function setPendingGame(game: GameState | null): void {
  pendingGame = game;
}

/** Takes the pending game, once. */
export function takePendingGame(): GameState | null {
  const game = pendingGame;
  pendingGame = null;
  return game;
}
