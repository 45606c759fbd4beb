import { describe, expect, test } from "vitest";
import type { Frame } from "../api/types";
import { film } from "./film.fake";
import {
  frameStarts,
  MIN_FLASH_MS,
  segmentAt,
  type TimelineSegment,
  timeline,
  totalDuration,
} from "./timeline";

const SPEEDS = [...Array.from({ length: 31 }, (_, index) => 0.5 + index * 0.05), 3, 4, 8];
const FRAMES: readonly Frame[] = film(7).frames;

/** Start times of all flashes. */
function flashes(segments: readonly TimelineSegment[]): number[] {
  return segments.flatMap((segment) =>
    "flashes" in segment
      ? Array.from(
          { length: segment.flashes },
          (_, n) => segment.at + (n * segment.duration) / segment.flashes,
        )
      : [],
  );
}

describe.each(SPEEDS)("at speed %f", (speed) => {
  test.each([true, false])("nothing flashes more than three times a second (instant: %s)", (instant) => {
    const segments = timeline(FRAMES, { speed, reducedMotion: false, instant });
    for (const segment of segments) {
      if ("flashes" in segment && segment.flashes > 0)
        expect(segment.duration / segment.flashes).toBeGreaterThanOrEqual(MIN_FLASH_MS);
    }
    const moments = flashes(segments);
    expect(moments.length).toBeGreaterThan(0);
    for (const from of moments) {
      expect(moments.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(3);
    }
  });

  test("reduced motion has no flashes", () => {
    expect(flashes(timeline(FRAMES, { speed, reducedMotion: true, instant: false }))).toEqual([]);
  });

  test("segments are contiguous, frame by frame", () => {
    const segments = timeline(FRAMES, { speed, reducedMotion: false, instant: false });
    let at = 0;
    for (const segment of segments) {
      expect(segment.at).toBeCloseTo(at, 6);
      at += segment.duration;
    }
    expect(totalDuration(segments)).toBeCloseTo(at, 6);
    const starts = frameStarts(segments, FRAMES.length);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    starts.forEach((begin, frame) => expect(segmentAt(segments, begin)?.frame).toBe(frame));
  });
});

test("durations at normal and double speed", () => {
  const duration = (speed: number, kind: TimelineSegment["kind"]): number | undefined =>
    timeline(FRAMES, { speed, reducedMotion: false, instant: false }).find((segment) => segment.kind === kind)
      ?.duration;
  expect(duration(1, "candidate")).toBe(1200);
  expect(duration(2, "candidate")).toBe(3 * 334);
  expect(duration(1, "land")).toBe(120);
  expect(duration(2, "land")).toBe(80);
  expect(duration(1, "merge")).toBe(400);
  expect(duration(2, "merge")).toBe(334);
  expect(duration(1, "end")).toBe(1500);
  expect(duration(2, "end")).toBe(3 * 334);
});

test("with reduced motion the candidate is outlined for 300 ms and the stone appears", () => {
  const segments = timeline(FRAMES, { speed: 1, reducedMotion: true, instant: false });
  expect(segments.find((segment) => segment.kind === "candidate")?.duration).toBe(300);
  expect(segments.find((segment) => segment.kind === "land")?.duration).toBe(0);
  expect(segments.some((segment) => segment.kind === "merge")).toBe(false);
});

test("a game without moves is only its end", () => {
  expect(
    timeline([], { speed: 1, reducedMotion: false, instant: false }).map((segment) => segment.kind),
  ).toEqual(["end"]);
});
