import type { Chain, Film } from "../api/types";
import type { Color, Point } from "../board/point";
import type { Still } from "./boardStates";
import { type Beat, beatAt } from "./timeline";

/** One picture of the animation. */
export interface Scene {
  readonly still: Still;
  /** How many stones have landed. */
  readonly number: number;
  readonly turn: Color;
  /** A point that the scan is passing over. */
  readonly tried: Point | null;
  readonly candidate: { readonly point: Point; readonly color: Color; readonly lit: boolean } | null;
  /** The stone on its way down: 0 above, 1 on the board. */
  readonly landing: { readonly point: Point; readonly color: Color; readonly fallen: number } | null;
  /** The chain that takes in its new stone, and how far it is shaded. */
  readonly shade: {
    readonly chain: Chain;
    readonly depth: number;
    /** The chains that it was before, in the first half; their liberties are still counted apart. */
    readonly parts: readonly Chain[];
  } | null;
  readonly last: Point | null;
  readonly pointers: { readonly black: Point | null; readonly white: Point | null };
  readonly ended: boolean;
  readonly framed: boolean;
}

/** The picture after so many moves, when nothing goes on. */
export function rest(film: Film, stills: readonly Still[], number: number): Scene {
  const before = film.frames[number - 1];
  return {
    still: stills[number]!,
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

/** The picture at a time. */
export function scene(film: Film, stills: readonly Still[], beats: readonly Beat[], time: number): Scene {
  const beat = beatAt(beats, time);
  const frame = beat ? film.frames[beat.frame] : undefined;
  const landed = beat ? beat.frame + (beat.kind === "merge" || beat.kind === "rest" ? 1 : 0) : 0;
  const ended = beat?.kind === "end";
  const part = beat && beat.lasts > 0 ? Math.min(1, (time - beat.at) / beat.lasts) : 1;
  const plain = { ...rest(film, stills, landed), ended };
  if (!beat || !frame) return ended ? { ...plain, framed: framed(beat, part) } : plain;
  const { point, color } = frame;
  switch (beat.kind) {
    case "try":
      return { ...plain, tried: frame.tried[beat.index] ?? null };
    case "candidate":
      return { ...plain, candidate: { point, color, lit: lit(beat.flashes, part) } };
    case "land":
      return { ...plain, landing: { point, color, fallen: part } };
    case "merge": {
      const chain = frame.chains[0];
      if (!chain) return plain;
      const parts = part < 0.5 ? partsOf(stills[landed - 1], [chain.id, ...frame.joined]) : [];
      return { ...plain, shade: { chain, depth: 1 - Math.abs(2 * part - 1), parts } };
    }
    default:
      return plain;
  }
}

/** Whether two pictures look the same. What follows from the number of stones is not compared. */
export function looksLike(one: Scene, two: Scene): boolean {
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

const partsOf = (before: Still | undefined, ids: readonly number[]): Chain[] =>
  ids.flatMap((id) => before?.chains.get(id) ?? []);

/** On for the first half of each flash; always on if nothing may flash. */
const lit = (flashes: number, part: number): boolean => flashes === 0 || (part * flashes) % 1 < 0.5;

/** The frame comes in the second half of each flash, and after the last one it stays. */
const framed = (beat: Beat, part: number): boolean =>
  beat.kind === "end" && (beat.flashes === 0 || part >= 1 || !lit(beat.flashes, part));

function pointers(film: Film, frame: Film["frames"][number] | undefined): Scene["pointers"] {
  const { width, height } = film.size;
  const at = (index: number | null | undefined): Point | null =>
    index == null || index >= width * height ? null : { x: index % width, y: Math.floor(index / width) };
  return { black: at(frame?.pointers.black), white: at(frame?.pointers.white) };
}
