import type { Chain, Film } from "../api/types";
import { type Color, type Point, pointKey } from "../board/point";

/** Board after a number of moves. */
export interface BoardState {
  readonly stones: ReadonlyMap<string, Color>;
  readonly chains: ReadonlyMap<number, Chain>;
  /** The chain of a stone. */
  readonly chainOf: (point: Point) => Chain | undefined;
}

/** Every board of a film, before the first move to after the last. */
export function boardStates(film: Film): BoardState[] {
  let stones = new Map<string, Color>(film.stones.map((stone) => [pointKey(stone), stone.color]));
  let chains = new Map<number, Chain>(film.chains.map((chain) => [chain.id, chain]));
  const boards = [boardState(stones, chains)];
  for (const frame of film.frames) {
    stones = new Map(stones).set(pointKey(frame.point), frame.color);
    chains = new Map(chains);
    for (const id of frame.joined) chains.delete(id);
    for (const chain of frame.chains) chains.set(chain.id, chain);
    boards.push(boardState(stones, chains));
  }
  return boards;
}

const boardState = (stones: BoardState["stones"], chains: BoardState["chains"]): BoardState => ({
  stones,
  chains,
  chainOf: (point) =>
    [...chains.values()].find((chain) =>
      chain.stones.some((stone) => stone.x === point.x && stone.y === point.y),
    ),
});
