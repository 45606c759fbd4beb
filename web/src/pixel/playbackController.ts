import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Film } from "../api/types";
import { type BoardState, boardStates } from "./boardStates";
import { looksSame, restingScene, type Scene, sceneAt } from "./scene";
import { frameStarts, type PlaybackOptions, type TimelineSegment, timeline, totalDuration } from "./timeline";

/** Limits of the full animation: faster, and on larger boards at higher speed, stones appear at once. */
const MAX_ANIMATED_POINTS = 13 * 13;
const MAX_ANIMATED_SPEED = 1;
/** What flashes cannot go faster. */
const MAX_FLASHING_SPEED = 2;

/** Whether stones appear at once. */
export const isInstant = ({ size }: Film, speed: number): boolean =>
  speed > MAX_FLASHING_SPEED ||
  (size.width * size.height > MAX_ANIMATED_POINTS && speed > MAX_ANIMATED_SPEED);

/** Playback of a film: play, step, seek. Calls `onSegment` as each segment begins. */
export class PlaybackController {
  readonly scene: ReadonlySignal<Scene>;
  /** Number of stones placed. */
  readonly number: ReadonlySignal<number>;
  readonly running: Signal<boolean> = signal(false);
  readonly frames: number;
  private readonly time: Signal<number> = signal(0);
  private readonly boards: readonly BoardState[];
  private segments: readonly TimelineSegment[];
  private starts: readonly number[];
  private goal = 0;

  constructor(
    private readonly film: Film,
    private options: Omit<PlaybackOptions, "instant">,
    private readonly onSegment: (segment: TimelineSegment) => void,
  ) {
    this.frames = film.frames.length;
    this.boards = boardStates(film);
    this.segments = this.buildTimeline();
    this.starts = frameStarts(this.segments, this.frames);
    let shown: Scene | null = null;
    this.scene = computed(() => {
      const next = this.sceneAtTime(this.time.value);
      // An unchanged scene keeps its identity, so that nothing is redrawn.
      if (shown === null || !looksSame(shown, next)) shown = next;
      return shown;
    });
    this.number = computed(() => this.scene.value.number);
  }

  /** Advances the time, if the film is running. */
  advance(milliseconds: number): void {
    if (!this.running.value) return;
    const from = this.time.value;
    const to = Math.min(from + milliseconds, this.goal);
    for (const segment of this.segments) if (segment.at > from && segment.at <= to) this.onSegment(segment);
    this.time.value = to;
    if (to >= this.goal) this.running.value = false;
  }

  play(): void {
    if (this.time.value >= totalDuration(this.segments)) this.time.value = 0;
    this.run(totalDuration(this.segments));
  }

  pause(): void {
    this.running.value = false;
  }

  /** Plays the next move, and the end after the last one. A running move is completed at once. */
  step(): void {
    if (this.running.value) this.time.value = this.end(this.frame());
    const next = this.frame() + 1;
    this.run(next >= this.frames ? totalDuration(this.segments) : this.starts[next]!);
  }

  /** Seeks to the start of the last move. */
  back(): void {
    const here = this.frame();
    const begun = this.time.value > this.starts[here]!;
    this.seek(begun ? here : here - 1);
  }

  reset(): void {
    this.seek(0);
  }

  /** Seeks to the board after a number of moves. */
  seek(frame: number): void {
    this.running.value = false;
    this.time.value = this.starts[Math.min(Math.max(frame, 0), this.frames)]!;
  }

  /** Changes the options and keeps the progress within the current move. */
  setOptions(options: Omit<PlaybackOptions, "instant">): void {
    const here = this.frame();
    const spent = this.progress(here);
    const toEnd = this.goal >= totalDuration(this.segments);
    this.options = options;
    this.segments = this.buildTimeline();
    this.starts = frameStarts(this.segments, this.frames);
    const begin = this.starts[here]!;
    this.time.value = begin + spent * (this.end(here) - begin);
    this.goal = toEnd ? totalDuration(this.segments) : this.end(here);
  }

  private sceneAtTime(time: number): Scene {
    // Between two moves the scene is at rest.
    const resting = this.starts.indexOf(time);
    return resting >= 0 && resting < this.frames
      ? restingScene(this.film, this.boards, resting)
      : sceneAt(this.film, this.boards, this.segments, time);
  }

  private run(goal: number): void {
    this.goal = goal;
    // The first segment begins now.
    const first = this.segments.find((segment) => segment.at === this.time.value);
    if (first) this.onSegment(first);
    this.running.value = true;
  }

  /** The current frame; the number of frames at the end. */
  private frame(): number {
    const after = this.starts.findIndex((begin) => begin > this.time.value);
    return after < 0 ? this.frames : after - 1;
  }

  private end(frame: number): number {
    return this.starts[frame + 1] ?? totalDuration(this.segments);
  }

  private progress(frame: number): number {
    const begin = this.starts[frame]!;
    const whole = this.end(frame) - begin;
    return whole > 0 ? (this.time.value - begin) / whole : 0;
  }

  private buildTimeline(): TimelineSegment[] {
    return timeline(this.film.frames, { ...this.options, instant: isInstant(this.film, this.options.speed) });
  }
}
