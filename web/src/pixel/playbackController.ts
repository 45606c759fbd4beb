import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Film } from "../api/types";
import { reel, type Still } from "./boardStates";
import { looksLike, rest, type Scene, scene } from "./scene";
import { type Beat, length, type Manner, starts, timeline } from "./timeline";

/** On boards with more points than this, faster than this, there is no time for the story of each stone. */
const MOST_POINTS = 13 * 13;
const MOST_SPEED = 1;

/** Whether stones are shown at once. */
export const isBrief = ({ size }: Film, speed: number): boolean =>
  size.width * size.height > MOST_POINTS && speed > MOST_SPEED;

/** Shows a film: goes on by itself or frame by frame, to and fro. Tells each beat as it begins. */
export class Projector {
  readonly scene: ReadonlySignal<Scene>;
  /** How many stones have landed. */
  readonly number: ReadonlySignal<number>;
  readonly running: Signal<boolean> = signal(false);
  readonly frames: number;
  private readonly time: Signal<number> = signal(0);
  private readonly stills: readonly Still[];
  private beats: readonly Beat[];
  private begins: readonly number[];
  private goal = 0;

  constructor(
    private readonly film: Film,
    private manner: Omit<Manner, "brief">,
    private readonly hear: (beat: Beat) => void,
  ) {
    this.frames = film.frames.length;
    this.stills = reel(film);
    this.beats = this.plan();
    this.begins = starts(this.beats, this.frames);
    let shown: Scene | null = null;
    this.scene = computed(() => {
      const next = this.picture(this.time.value);
      // Most moments look like the one before: then nothing is drawn.
      if (shown === null || !looksLike(shown, next)) shown = next;
      return shown;
    });
    this.number = computed(() => this.scene.value.number);
  }

  /** Lets time go by, if the film is running. */
  pass(milliseconds: number): void {
    if (!this.running.value) return;
    const from = this.time.value;
    const to = Math.min(from + milliseconds, this.goal);
    for (const beat of this.beats) if (beat.at > from && beat.at <= to) this.hear(beat);
    this.time.value = to;
    if (to >= this.goal) this.running.value = false;
  }

  auto(): void {
    if (this.time.value >= length(this.beats)) this.time.value = 0;
    this.run(length(this.beats));
  }

  pause(): void {
    this.running.value = false;
  }

  /** Shows the next move, and the end of the game after the last one. A move that is being shown is done at once. */
  step(): void {
    if (this.running.value) this.time.value = this.end(this.frame());
    const next = this.frame() + 1;
    this.run(next >= this.frames ? length(this.beats) : this.begins[next]!);
  }

  /** Goes to where the last move began. */
  back(): void {
    const here = this.frame();
    const begun = this.time.value > this.begins[here]!;
    this.seek(begun ? here : here - 1);
  }

  reset(): void {
    this.seek(0);
  }

  /** Goes to the board after so many moves. */
  seek(frame: number): void {
    this.running.value = false;
    this.time.value = this.begins[Math.min(Math.max(frame, 0), this.frames)]!;
  }

  /** Shows on in another manner from the same point of the same move. */
  change(manner: Omit<Manner, "brief">): void {
    const here = this.frame();
    const spent = this.part(here);
    const toEnd = this.goal >= length(this.beats);
    this.manner = manner;
    this.beats = this.plan();
    this.begins = starts(this.beats, this.frames);
    const begin = this.begins[here]!;
    this.time.value = begin + spent * (this.end(here) - begin);
    this.goal = toEnd ? length(this.beats) : this.end(here);
  }

  private picture(time: number): Scene {
    // Between two moves nothing goes on yet.
    const resting = this.begins.indexOf(time);
    return resting >= 0 && resting < this.frames
      ? rest(this.film, this.stills, resting)
      : scene(this.film, this.stills, this.beats, time);
  }

  private run(goal: number): void {
    this.goal = goal;
    // The first beat begins now, not after now.
    const first = this.beats.find((beat) => beat.at === this.time.value);
    if (first) this.hear(first);
    this.running.value = true;
  }

  /** The frame that is being shown; the number of frames at the end. */
  private frame(): number {
    const after = this.begins.findIndex((begin) => begin > this.time.value);
    return after < 0 ? this.frames : after - 1;
  }

  private end(frame: number): number {
    return this.begins[frame + 1] ?? length(this.beats);
  }

  private part(frame: number): number {
    const begin = this.begins[frame]!;
    const whole = this.end(frame) - begin;
    return whole > 0 ? (this.time.value - begin) / whole : 0;
  }

  private plan(): Beat[] {
    return timeline(this.film.frames, { ...this.manner, brief: isBrief(this.film, this.manner.speed) });
  }
}
