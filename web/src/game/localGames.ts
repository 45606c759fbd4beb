import type { GameState } from "./gameState";
import { isMatch } from "./match";
import type { Acknowledged } from "./serverSync";
import { ROOT, type VariationTree } from "./variationTree";

const PREFIX = "tengen.game.";
const CURRENT = "tengen.current";

/** A game in localStorage, with its sync state. */
export interface LocalGame {
  readonly game: GameState;
  readonly known: Acknowledged;
}

/** Saves a game; only the current one is resumed at the next visit. */
export function saveLocalGame(local: LocalGame, current: boolean): void {
  if (!local.game.touched) return;
  try {
    localStorage.setItem(PREFIX + local.game.key, JSON.stringify(local));
    if (current) localStorage.setItem(CURRENT, local.game.key);
  } catch {
    // Quota exceeded: the game remains in memory and on the server.
  }
}

export function removeLocalGame(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Clears the current game, when a new one starts. */
export function clearCurrent(): void {
  localStorage.removeItem(CURRENT);
}

/** The current game of the last visit. */
export function currentLocalGame(): LocalGame | null {
  return read(localStorage.getItem(CURRENT) ?? "");
}

/** Games of earlier visits whose sync may be incomplete. */
export function otherLocalGames(): LocalGame[] {
  const current = localStorage.getItem(CURRENT);
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX) && name !== PREFIX + current)
    .flatMap((name) => read(name.slice(PREFIX.length)) ?? []);
}

function read(key: string): LocalGame | null {
  try {
    const stored: LocalGame = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    const { game, known } = stored;
    const isValid =
      isMatch(game.match) && isTree(game.tree) && game.tree[game.at] && Array.isArray(known.numbers);
    return isValid && game.key === key ? stored : null;
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
