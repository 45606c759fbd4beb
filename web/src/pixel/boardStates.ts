import type { Chain, Film } from "../api/types";
import { type Color, key, type Point } from "../board/point";

/** The board after some of a film's moves. */
export interface Still {
  readonly stones: ReadonlyMap<string, Color>;
  readonly chains: ReadonlyMap<number, Chain>;
  /** The chain of each stone. */
  readonly chainOf: (point: Point) => Chain | undefined;
}

/** Every board of a film, from before the first move to after the last. */
export function reel(film: Film): Still[] {
  let stones = new Map<string, Color>(film.stones.map((stone) => [key(stone), stone.color]));
  let chains = new Map<number, Chain>(film.chains.map((chain) => [chain.id, chain]));
  const stills = [still(stones, chains)];
  for (const frame of film.frames) {
    stones = new Map(stones).set(key(frame.point), frame.color);
    chains = new Map(chains);
    for (const id of frame.joined) chains.delete(id);
    for (const chain of frame.chains) chains.set(chain.id, chain);
    stills.push(still(stones, chains));
  }
  return stills;
}

const still = (stones: Still["stones"], chains: Still["chains"]): Still => ({
  stones,
  chains,
  chainOf: (point) =>
    [...chains.values()].find((chain) =>
      chain.stones.some((stone) => stone.x === point.x && stone.y === point.y),
    ),
});
