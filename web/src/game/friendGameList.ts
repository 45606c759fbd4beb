import type { Seat } from "../api/friendClient";
import type { Rule } from "../api/types";
import type { Area } from "../board/point";
import { persistedSignal } from "../persistedSignal";

/** A game between people in which this browser has a seat. The secret never leaves it but in a header. */
export interface OwnFriendGame {
  readonly id: string;
  readonly seat: Seat;
  readonly secret: string;
  readonly rule: Rule;
  readonly area: Area;
  readonly phase: "waiting" | "open" | "over";
  /** When it was last opened, in milliseconds of the epoch. */
  readonly at: number;
}

const MAX_GAMES = 100;

const isOwnGame = (stored: unknown): stored is OwnFriendGame => {
  const { id, seat, secret, phase } = (stored ?? {}) as OwnFriendGame;
  return (
    typeof id === "string" &&
    typeof secret === "string" &&
    (seat === "host" || seat === "guest") &&
    ["waiting", "open", "over"].includes(phase)
  );
};

/** Games of this browser, latest first. */
export const ownFriendGames = persistedSignal<readonly OwnFriendGame[]>(
  "friendGames",
  [],
  (stored): stored is readonly OwnFriendGame[] => Array.isArray(stored) && stored.every(isOwnGame),
);

export const findOwnGame = (id: string): OwnFriendGame | null =>
  ownFriendGames.peek().find((game) => game.id === id) ?? null;

/** Adds a game, or brings it up to date. */
export function keepOwnGame(game: OwnFriendGame): void {
  const others = ownFriendGames.peek().filter(({ id }) => id !== game.id);
  ownFriendGames.value = [game, ...others].slice(0, MAX_GAMES);
}

export function dropOwnGame(id: string): void {
  ownFriendGames.value = ownFriendGames.peek().filter((game) => game.id !== id);
}
