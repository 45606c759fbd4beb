import type { Taken } from "./gameState";
import { isMatch } from "./match";
import type { Acknowledged } from "./serverSync";
import { ROOT, type Tree } from "./variationTree";

const PREFIX = "tengen.game.";
const CURRENT = "tengen.current";

/** A game as the browser keeps it: whole, with what the server has acknowledged. */
export interface Kept {
  readonly game: Taken;
  readonly known: Acknowledged;
}

/** Keeps a game for the next visit; only the current one is taken up again. */
export function keep(kept: Kept, current: boolean): void {
  if (!kept.game.touched) return;
  try {
    localStorage.setItem(PREFIX + kept.game.key, JSON.stringify(kept));
    if (current) localStorage.setItem(CURRENT, kept.game.key);
  } catch {
    // No room: the game lives as long as the page, and at the server.
  }
}

export function forget(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** A new game is begun: no kept one is the current one. */
export function leave(): void {
  localStorage.removeItem(CURRENT);
}

/** The game of the last visit. */
export function kept(): Kept | null {
  return read(localStorage.getItem(CURRENT) ?? "");
}

/** Games of earlier visits that are still here, because the server may not have all of them. */
export function others(): Kept[] {
  const current = localStorage.getItem(CURRENT);
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX) && name !== PREFIX + current)
    .flatMap((name) => read(name.slice(PREFIX.length)) ?? []);
}

function read(key: string): Kept | null {
  try {
    const kept: Kept = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    const { game, known } = kept;
    const whole =
      isMatch(game.match) && isTree(game.tree) && game.tree[game.at] && Array.isArray(known.numbers);
    return whole && game.key === key ? kept : null;
  } catch {
    return null;
  }
}

function isTree(tree: unknown): tree is Tree {
  if (!Array.isArray(tree) || tree.length === 0 || tree[ROOT]?.parent !== null) return false;
  return (tree as Tree).every(
    (node, id) => id === ROOT || (node.parent !== null && node.parent < id && node.point !== null),
  );
}
