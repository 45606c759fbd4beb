import { linked, linkOf } from "./link";
import { FIRST_MATCH, isMatch, type Match } from "./match";
import type { Session } from "./session";
import { movesTo, ROOT, type Tree } from "./tree";

const NAME = "tengen.game";

interface Kept {
  readonly match: Match;
  /** The position as a link. */
  readonly link: string;
  readonly tree: Tree;
  readonly at: number;
}

/** Keeps a game for the next visit. */
export function keep(session: Session): void {
  const kept: Kept = {
    match: session.match.value,
    link: linkOf(session.position.value),
    tree: session.tree.value,
    at: session.at.value,
  };
  if (kept.tree.length === 1 && !session.setup.value) return;
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // No room: the game lives as long as the page.
  }
}

/** Takes up the position of the address, or the game of the last visit, or begins a new one. */
export async function resume(session: Session): Promise<void> {
  const wished = linked(location.hash);
  const kept = read();
  if (kept && (!wished || linkOf(wished) === kept.link)) {
    session.match.value = kept.match;
    await session.open(linked(kept.link)!, kept.tree, kept.at);
  } else if (wished) {
    session.match.value = { ...session.match.value, level: null };
    await session.open(wished);
  } else await session.start(FIRST_MATCH);
}

function read(): Kept | null {
  try {
    const kept: Kept = JSON.parse(localStorage.getItem(NAME) ?? "null");
    const position = linked(kept.link);
    const whole = isMatch(kept.match) && position && isTree(kept.tree) && kept.tree[kept.at];
    return whole && movesTo(kept.tree, kept.at).length === position.moves.length ? kept : null;
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
