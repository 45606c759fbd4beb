import type { Frame } from "../api/types";

/** Minimum period of a flash: at most three per second (WCAG 2.3.1). */
export const MIN_FLASH_MS = 334;

/** Segment of the animation, in milliseconds from its start. */
export type TimelineSegment = {
  readonly frame: number;
  readonly at: number;
  readonly duration: number;
} & (
  | /** The scan passes over an illegal point. */ { readonly kind: "try"; readonly index: number }
  | /** The point to be played blinks. */ { readonly kind: "candidate"; readonly flashes: number }
  | { readonly kind: "land" }
  | /** The chain that the stone joins is shaded and back. */ {
      readonly kind: "merge";
      readonly flashes: number;
    }
  | { readonly kind: "rest" }
  | /** No legal move is left: the frame of the board flashes. */ {
      readonly kind: "end";
      readonly flashes: number;
    }
);

/** Playback options. */
export interface PlaybackOptions {
  /** From 0.5 to 8. */
  readonly speed: number;
  /** Steady marks instead of motion and flashes. */
  readonly reducedMotion: boolean;
  /** Stones appear at once, for large boards at high speed. */
  readonly instant: boolean;
}

/** Speeds to choose from. */
export const SPEEDS = [0.5, 0.75, 1, 1.5, 2, 4, 8] as const;

const BLINKS = 3;

interface Durations {
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

function durations({ speed, reducedMotion, instant }: PlaybackOptions): Durations {
  const scaled = (length: number, floor: number): number => Math.max(length / speed, floor);
  const rest = scaled(instant ? 160 : 240, instant ? 20 : 120);
  const flash = scaled(500, MIN_FLASH_MS);
  const common = { tried: scaled(90, 45), rest, flash, finish: BLINKS * flash };
  if (reducedMotion)
    return {
      ...common,
      tried: 0,
      blink: 0,
      blinks: 0,
      outline: instant ? 0 : 300,
      land: 0,
      merge: 0,
      flashes: 0,
    };
  if (instant)
    return { ...common, tried: 0, blink: 0, blinks: 0, outline: 0, land: 0, merge: 0, flashes: BLINKS };
  return {
    ...common,
    blink: scaled(400, MIN_FLASH_MS),
    blinks: BLINKS,
    outline: 0,
    land: scaled(120, 80),
    merge: scaled(400, MIN_FLASH_MS),
    flashes: BLINKS,
  };
}

/** Maximum number of scanned points shown per move. */
const MAX_TRIED = 4;

/** Builds the timeline of a game. A frame starts with its first segment; the end follows the last frame. */
export function timeline(frames: readonly Frame[], options: PlaybackOptions): TimelineSegment[] {
  const lengths = durations(options);
  const segments: TimelineSegment[] = [];
  let at = 0;
  const add = (segment: TimelineSegment): void => {
    if (segment.duration > 0 || segment.kind === "land") segments.push(segment);
    at += segment.duration;
  };
  frames.forEach(({ tried, chains }, frame) => {
    const first = Math.max(0, tried.length - MAX_TRIED);
    for (let index = first; index < tried.length; index++)
      add({ kind: "try", frame, index, at, duration: lengths.tried });
    add({
      kind: "candidate",
      frame,
      at,
      duration: lengths.blinks * lengths.blink + lengths.outline,
      flashes: lengths.blinks,
    });
    add({ kind: "land", frame, at, duration: lengths.land });
    if ((chains[0]?.stones.length ?? 0) > 1)
      add({ kind: "merge", frame, at, duration: lengths.merge, flashes: 1 });
    add({ kind: "rest", frame, at, duration: lengths.rest });
  });
  add({ kind: "end", frame: frames.length, at, duration: lengths.finish, flashes: lengths.flashes });
  return segments;
}

/** Start of each frame; the last entry is the end of the game. */
export function frameStarts(segments: readonly TimelineSegment[], frames: number): number[] {
  const found = new Array<number>(frames + 1).fill(0);
  for (const { frame, at } of [...segments].reverse()) found[frame] = at;
  return found;
}

export const totalDuration = (segments: readonly TimelineSegment[]): number => {
  const last = segments.at(-1);
  return last ? last.at + last.duration : 0;
};

/** The segment at a time, by binary search. */
export function segmentAt(segments: readonly TimelineSegment[], time: number): TimelineSegment | null {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]!.at <= time) low = middle + 1;
    else high = middle;
  }
  return segments[low - 1] ?? null;
}
