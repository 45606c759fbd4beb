import type { GameState } from "./gameState";
import { isMatch } from "./match";
import type { Acknowledged } from "./serverSync";
import { ROOT, type VariationTree } from "./variationTree";

const PREFIX = "tengen.game.";
const CURRENT = "tengen.current";

/** A game as the browser keeps it: whole, with what the server has acknowledged. */
export interface LocalGame {
  readonly game: GameState;
  readonly known: Acknowledged;
}

/** Keeps a game for the next visit; only the current one is taken up again. */
export function saveLocalGame(local: LocalGame, current: boolean): void {
  if (!local.game.touched) return;
  try {
    localStorage.setItem(PREFIX + local.game.key, JSON.stringify(local));
    if (current) localStorage.setItem(CURRENT, local.game.key);
  } catch {
    // No room: the game lives as long as the page, and at the server.
  }
}

export function removeLocalGame(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** A new game is begun: no kept one is the current one. */
export function clearCurrent(): void {
  localStorage.removeItem(CURRENT);
}

/** The game of the last visit. */
export function currentLocalGame(): LocalGame | null {
  return read(localStorage.getItem(CURRENT) ?? "");
}

/** Games of earlier visits that are still here, because the server may not have all of them. */
export function otherLocalGames(): LocalGame[] {
  const current = localStorage.getItem(CURRENT);
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX) && name !== PREFIX + current)
    .flatMap((name) => read(name.slice(PREFIX.length)) ?? []);
}

function read(key: string): LocalGame | null {
  try {
    const kept: LocalGame = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    const { game, known } = kept;
    const whole =
      isMatch(game.match) && isTree(game.tree) && game.tree[game.at] && Array.isArray(known.numbers);
    return whole && game.key === key ? kept : null;
  } catch {
    return null;
  }
}

function isTree(tree: unknown): tree is VariationTree {
  if (!Array.isArray(tree) || tree.length === 0 || tree[ROOT]?.parent !== null) return false;
  return (tree as VariationTree).every(
    (node, id) => id === ROOT || (node.parent !== null && node.parent < id && node.point !== null),
  );
}
