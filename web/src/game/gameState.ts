import type { GameInfo, Position, Setup } from "../api/types";
import type { Match } from "./match";
import { movesTo, type VariationTree } from "./variationTree";

/** What a record says of a game as a whole. */
export interface RecordInfo extends GameInfo {
  /** What it is part of, or what it is called. */
  readonly title: string;
}

/** A whole game: who plays, from where, all variations, and where one is in them. */
export interface GameState {
  readonly match: Match;
  readonly setup: Setup | null;
  readonly tree: VariationTree;
  readonly at: number;
  /** The name of this game among all games of all pages. */
  readonly key: string;
  /** Whether anything was done that is worth keeping. */
  readonly touched: boolean;
  /** Who played, where and when, if it comes from a record. */
  readonly about?: RecordInfo | null;
}

/** The position at a node of a game. */
export function positionOf({ match: { rule, area }, setup, tree }: GameState, id: number): Position {
  return { rule, area, moves: movesTo(tree, id), ...(setup && { setup }) };
}

/** What is known of a game; null if nothing is. */
export function recordInfo(title: string, info: Partial<GameInfo>): RecordInfo | null {
  const about = { black: "", white: "", round: "", date: "", place: "", result: "", ...info, title };
  return Object.values(about).some((text) => text !== "") ? about : null;
}
