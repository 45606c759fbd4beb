import type { Position, Setup } from "../api/types";
import type { Match } from "./match";
import { movesTo, type Tree } from "./tree";

/** A whole game: who plays, from where, all variations, and where one is in them. */
export interface Taken {
  readonly match: Match;
  readonly setup: Setup | null;
  readonly tree: Tree;
  readonly at: number;
  /** The name of this game among all games of all pages. */
  readonly key: string;
  /** Whether anything was done that is worth keeping. */
  readonly touched: boolean;
}

/** The position at a node of a game. */
export function positionOf({ match: { rule, area }, setup, tree }: Taken, id: number): Position {
  return { rule, area, moves: movesTo(tree, id), ...(setup && { setup }) };
}
