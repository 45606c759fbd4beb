import type { GameInfo, GameReview, Position, Setup } from "../api/types";
import type { Match } from "./match";
import { movesTo, type VariationTree } from "./variationTree";

/** Metadata of a record. */
export interface RecordInfo extends GameInfo {
  /** Event or title. */
  readonly title: string;
}

/** State of a game: match, setup, variation tree and current node. Serialized to localStorage. */
export interface GameState {
  readonly match: Match;
  readonly setup: Setup | null;
  readonly tree: VariationTree;
  readonly at: number;
  /** Globally unique id of the game. */
  readonly key: string;
  /** Whether the game has changes worth saving. */
  readonly touched: boolean;
  /** Players, place and date, if the game comes from a record. */
  readonly about?: RecordInfo | null;
  /** Review of a line of the tree. */
  readonly review?: GameReview | null;
}

/** The position at a node. */
export function positionOf({ match: { rule, area }, setup, tree }: GameState, id: number): Position {
  return { rule, area, moves: movesTo(tree, id), ...(setup && { setup }) };
}

/** Metadata of a game; null if all fields are empty. */
export function recordInfo(title: string, info: Partial<GameInfo>): RecordInfo | null {
  const about = { black: "", white: "", round: "", date: "", place: "", result: "", ...info, title };
  return Object.values(about).some((text) => text !== "") ? about : null;
}
