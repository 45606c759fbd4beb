import type { Frame } from "../api/types";

/** The shortest time in which anything may flash once: at most three times a second (WCAG 2.3.1). */
export const SHORTEST_FLASH = 334;

/** What happens in the animation of a game, and when, in milliseconds from its start. */
export type Beat =
  /** The scan passes over a point that may not be played. */
  | {
      readonly kind: "try";
      readonly frame: number;
      readonly index: number;
      readonly at: number;
      readonly lasts: number;
    }
  /** The point to be played blinks. */
  | {
      readonly kind: "candidate";
      readonly frame: number;
      readonly at: number;
      readonly lasts: number;
      readonly flashes: number;
    }
  | { readonly kind: "land"; readonly frame: number; readonly at: number; readonly lasts: number }
  /** The chain that the stone joins goes through a shade and back. */
  | {
      readonly kind: "merge";
      readonly frame: number;
      readonly at: number;
      readonly lasts: number;
      readonly flashes: number;
    }
  | { readonly kind: "rest"; readonly frame: number; readonly at: number; readonly lasts: number }
  /** Nobody can move: the frame of the board flashes. */
  | {
      readonly kind: "end";
      readonly frame: number;
      readonly at: number;
      readonly lasts: number;
      readonly flashes: number;
    };

/** How a game is shown. */
export interface Manner {
  /** From 0.5 to 2. */
  readonly speed: number;
  /** Steady marks in place of anything that moves or flashes. */
  readonly still: boolean;
  /** Whole stones at once, for boards with too many of them to tell each one's story. */
  readonly brief: boolean;
}

export const SLOWEST = 0.5;
export const FASTEST = 2;

const BLINKS = 3;

interface Times {
  readonly tried: number;
  readonly blink: number;
  readonly blinks: number;
  readonly outline: number;
  readonly land: number;
  readonly merge: number;
  readonly rest: number;
  readonly flash: number;
  readonly flashes: number;
  readonly finish: number;
}

function times({ speed, still, brief }: Manner): Times {
  const scaled = (length: number, floor: number): number => Math.max(length / speed, floor);
  const rest = scaled(brief ? 160 : 240, brief ? 80 : 120);
  const flash = scaled(500, SHORTEST_FLASH);
  const common = { tried: scaled(90, 45), rest, flash, finish: BLINKS * flash };
  if (still)
    return {
      ...common,
      tried: 0,
      blink: 0,
      blinks: 0,
      outline: brief ? 0 : 300,
      land: 0,
      merge: 0,
      flashes: 0,
    };
  if (brief)
    return { ...common, tried: 0, blink: 0, blinks: 0, outline: 0, land: 0, merge: 0, flashes: BLINKS };
  return {
    ...common,
    blink: scaled(400, SHORTEST_FLASH),
    blinks: BLINKS,
    outline: 0,
    land: scaled(120, 80),
    merge: scaled(400, SHORTEST_FLASH),
    flashes: BLINKS,
  };
}

/** Most passed points that are shown one by one; the others are passed at once. */
const MOST_TRIED = 4;

/** The whole animation of a game. A frame begins with its first beat; the end comes after the last frame. */
export function timeline(frames: readonly Frame[], manner: Manner): Beat[] {
  const time = times(manner);
  const beats: Beat[] = [];
  let at = 0;
  const add = (beat: Beat): void => {
    if (beat.lasts > 0 || beat.kind === "land") beats.push(beat);
    at += beat.lasts;
  };
  frames.forEach(({ tried, chains }, frame) => {
    const first = Math.max(0, tried.length - MOST_TRIED);
    for (let index = first; index < tried.length; index++)
      add({ kind: "try", frame, index, at, lasts: time.tried });
    add({
      kind: "candidate",
      frame,
      at,
      lasts: time.blinks * time.blink + time.outline,
      flashes: time.blinks,
    });
    add({ kind: "land", frame, at, lasts: time.land });
    if ((chains[0]?.stones.length ?? 0) > 1) add({ kind: "merge", frame, at, lasts: time.merge, flashes: 1 });
    add({ kind: "rest", frame, at, lasts: time.rest });
  });
  add({ kind: "end", frame: frames.length, at, lasts: time.finish, flashes: time.flashes });
  return beats;
}

/** When each frame begins; the last entry is the end of the game. */
export function starts(beats: readonly Beat[], frames: number): number[] {
  const found = new Array<number>(frames + 1).fill(0);
  for (const { frame, at } of [...beats].reverse()) found[frame] = at;
  return found;
}

export const length = (beats: readonly Beat[]): number => {
  const last = beats.at(-1);
  return last ? last.at + last.lasts : 0;
};

/** The beat that is going on at a time: the last one that has begun. */
export function beatAt(beats: readonly Beat[], time: number): Beat | null {
  let [low, high] = [0, beats.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beats[middle]!.at <= time) low = middle + 1;
    else high = middle;
  }
  return beats[low - 1] ?? null;
}
