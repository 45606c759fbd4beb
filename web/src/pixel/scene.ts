import type { Chain, Film } from "../api/types";
import type { Color, Point } from "../board/point";
import type { BoardState } from "./boardStates";
import { segmentAt, type TimelineSegment } from "./timeline";

/** One picture of the animation. */
export interface Scene {
  readonly board: BoardState;
  /** Number of stones placed. */
  readonly number: number;
  readonly turn: Color;
  /** The point that the scan passes over. */
  readonly tried: Point | null;
  readonly candidate: { readonly point: Point; readonly color: Color; readonly lit: boolean } | null;
  /** The landing stone: 0 above the board, 1 on it. */
  readonly landing: { readonly point: Point; readonly color: Color; readonly fallen: number } | null;
  /** The chain that a stone joins, and how far it is shaded. */
  readonly shade: {
    readonly chain: Chain;
    readonly depth: number;
    /** Its parts before the merge, in the first half: their liberties are counted separately. */
    readonly parts: readonly Chain[];
  } | null;
  readonly last: Point | null;
  readonly pointers: { readonly black: Point | null; readonly white: Point | null };
  readonly ended: boolean;
  readonly framed: boolean;
}

/** The scene after a number of moves, at rest. */
export function restingScene(film: Film, boards: readonly BoardState[], number: number): Scene {
  const before = film.frames[number - 1];
  return {
    board: boards[number]!,
    number,
    turn: film.frames[number]?.color ?? film.stuck,
    tried: null,
    candidate: null,
    landing: null,
    shade: null,
    last: before?.point ?? null,
    pointers: pointers(film, before),
    ended: false,
    framed: false,
  };
}

/** The scene at a time. */
export function sceneAt(
  film: Film,
  boards: readonly BoardState[],
  segments: readonly TimelineSegment[],
  time: number,
): Scene {
  const segment = segmentAt(segments, time);
  const frame = segment ? film.frames[segment.frame] : undefined;
  const landed = segment ? segment.frame + (segment.kind === "merge" || segment.kind === "rest" ? 1 : 0) : 0;
  const ended = segment?.kind === "end";
  const part = segment && segment.duration > 0 ? Math.min(1, (time - segment.at) / segment.duration) : 1;
  const plain = { ...restingScene(film, boards, landed), ended };
  if (!segment || !frame) return ended ? { ...plain, framed: framed(segment, part) } : plain;
  const { point, color } = frame;
  switch (segment.kind) {
    case "try":
      return { ...plain, tried: frame.tried[segment.index] ?? null };
    case "candidate":
      return { ...plain, candidate: { point, color, lit: lit(segment.flashes, part) } };
    case "land":
      return { ...plain, landing: { point, color, fallen: part } };
    case "merge": {
      const chain = frame.chains[0];
      if (!chain) return plain;
      const parts = part < 0.5 ? partsOf(boards[landed - 1], [chain.id, ...frame.joined]) : [];
      return { ...plain, shade: { chain, depth: 1 - Math.abs(2 * part - 1), parts } };
    }
    default:
      return plain;
  }
}

/** Whether two scenes look equal. What follows from the number of stones is not compared. */
export function looksSame(one: Scene, two: Scene): boolean {
  return (
    one.number === two.number &&
    one.ended === two.ended &&
    one.framed === two.framed &&
    one.tried === two.tried &&
    one.candidate?.lit === two.candidate?.lit &&
    one.landing?.fallen === two.landing?.fallen &&
    one.shade?.depth === two.shade?.depth &&
    one.shade?.parts.length === two.shade?.parts.length
  );
}

const partsOf = (before: BoardState | undefined, ids: readonly number[]): Chain[] =>
  ids.flatMap((id) => before?.chains.get(id) ?? []);

/** On in the first half of each flash; always on without flashes. */
const lit = (flashes: number, part: number): boolean => flashes === 0 || (part * flashes) % 1 < 0.5;

/** The frame is on in the second half of each flash, and stays after the last one. */
const framed = (segment: TimelineSegment, part: number): boolean =>
  segment.kind === "end" && (segment.flashes === 0 || part >= 1 || !lit(segment.flashes, part));

function pointers(film: Film, frame: Film["frames"][number] | undefined): Scene["pointers"] {
  const { width, height } = film.size;
  const at = (index: number | null | undefined): Point | null =>
    index == null || index >= width * height ? null : { x: index % width, y: Math.floor(index / width) };
  return { black: at(frame?.pointers.black), white: at(frame?.pointers.white) };
}
