import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Film } from "../api/types";
import { type BoardState, boardStates } from "./boardStates";
import { looksSame, restingScene, type Scene, sceneAt } from "./scene";
import { frameStarts, type PlaybackOptions, type TimelineSegment, timeline, totalDuration } from "./timeline";

/** On boards with more points than this, faster than this, there is no time for the story of each stone. */
const MAX_ANIMATED_POINTS = 13 * 13;
const MAX_ANIMATED_SPEED = 1;

/** Whether stones are shown at once. */
export const isInstant = ({ size }: Film, speed: number): boolean =>
  size.width * size.height > MAX_ANIMATED_POINTS && speed > MAX_ANIMATED_SPEED;

/** Shows a film: goes on by itself or frame by frame, to and fro. Tells each beat as it begins. */
export class PlaybackController {
  readonly scene: ReadonlySignal<Scene>;
  /** How many stones have landed. */
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
      // Most moments look like the one before: then nothing is drawn.
      if (shown === null || !looksSame(shown, next)) shown = next;
      return shown;
    });
    this.number = computed(() => this.scene.value.number);
  }

  /** Lets time go by, if the film is running. */
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

  /** Shows the next move, and the end of the game after the last one. A move that is being shown is done at once. */
  step(): void {
    if (this.running.value) this.time.value = this.end(this.frame());
    const next = this.frame() + 1;
    this.run(next >= this.frames ? totalDuration(this.segments) : this.starts[next]!);
  }

  /** Goes to where the last move began. */
  back(): void {
    const here = this.frame();
    const begun = this.time.value > this.starts[here]!;
    this.seek(begun ? here : here - 1);
  }

  reset(): void {
    this.seek(0);
  }

  /** Goes to the board after so many moves. */
  seek(frame: number): void {
    this.running.value = false;
    this.time.value = this.starts[Math.min(Math.max(frame, 0), this.frames)]!;
  }

  /** Shows on in another manner from the same point of the same move. */
  setOptions(manner: Omit<PlaybackOptions, "instant">): void {
    const here = this.frame();
    const spent = this.progress(here);
    const toEnd = this.goal >= totalDuration(this.segments);
    this.options = manner;
    this.segments = this.buildTimeline();
    this.starts = frameStarts(this.segments, this.frames);
    const begin = this.starts[here]!;
    this.time.value = begin + spent * (this.end(here) - begin);
    this.goal = toEnd ? totalDuration(this.segments) : this.end(here);
  }

  private sceneAtTime(time: number): Scene {
    // Between two moves nothing goes on yet.
    const resting = this.starts.indexOf(time);
    return resting >= 0 && resting < this.frames
      ? restingScene(this.film, this.boards, resting)
      : sceneAt(this.film, this.boards, this.segments, time);
  }

  private run(goal: number): void {
    this.goal = goal;
    // The first beat begins now, not after now.
    const first = this.segments.find((segment) => segment.at === this.time.value);
    if (first) this.onSegment(first);
    this.running.value = true;
  }

  /** The frame that is being shown; the number of frames at the end. */
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
