import { describe, expect, test } from "vitest";
import type { Frame } from "../api/types";
import { film } from "./film.fake";
import { type Beat, beatAt, length, SHORTEST_FLASH, starts, timeline } from "./timeline";

const SPEEDS = Array.from({ length: 31 }, (_, index) => 0.5 + index * 0.05);
const FRAMES: readonly Frame[] = film(7).frames;

/** The moments at which something begins to flash. */
function flashes(beats: readonly Beat[]): number[] {
  return beats.flatMap((beat) =>
    "flashes" in beat
      ? Array.from({ length: beat.flashes }, (_, n) => beat.at + (n * beat.lasts) / beat.flashes)
      : [],
  );
}

describe.each(SPEEDS)("at speed %f", (speed) => {
  test.each([true, false])("nothing flashes faster than three times a second (brief: %s)", (brief) => {
    const beats = timeline(FRAMES, { speed, still: false, brief });
    for (const beat of beats) {
      if ("flashes" in beat && beat.flashes > 0)
        expect(beat.lasts / beat.flashes).toBeGreaterThanOrEqual(SHORTEST_FLASH);
    }
    const moments = flashes(beats);
    expect(moments.length).toBeGreaterThan(0);
    for (const from of moments) {
      expect(moments.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(3);
    }
  });

  test("still shows nothing that flashes", () => {
    expect(flashes(timeline(FRAMES, { speed, still: true, brief: false }))).toEqual([]);
  });

  test("beats follow each other without gaps, frame by frame", () => {
    const beats = timeline(FRAMES, { speed, still: false, brief: false });
    let at = 0;
    for (const beat of beats) {
      expect(beat.at).toBeCloseTo(at, 6);
      at += beat.lasts;
    }
    expect(length(beats)).toBeCloseTo(at, 6);
    const begins = starts(beats, FRAMES.length);
    expect(begins).toEqual([...begins].sort((a, b) => a - b));
    begins.forEach((begin, frame) => expect(beatAt(beats, begin)?.frame).toBe(frame));
  });
});

test("lengths at normal and at double speed are those of the brief", () => {
  const lasts = (speed: number, kind: Beat["kind"]): number | undefined =>
    timeline(FRAMES, { speed, still: false, brief: false }).find((beat) => beat.kind === kind)?.lasts;
  expect(lasts(1, "candidate")).toBe(1200);
  expect(lasts(2, "candidate")).toBe(3 * 334);
  expect(lasts(1, "land")).toBe(120);
  expect(lasts(2, "land")).toBe(80);
  expect(lasts(1, "merge")).toBe(400);
  expect(lasts(2, "merge")).toBe(334);
  expect(lasts(1, "end")).toBe(1500);
  expect(lasts(2, "end")).toBe(3 * 334);
});

test("with less motion the candidate is outlined for 300 ms and the stone appears", () => {
  const beats = timeline(FRAMES, { speed: 1, still: true, brief: false });
  expect(beats.find((beat) => beat.kind === "candidate")?.lasts).toBe(300);
  expect(beats.find((beat) => beat.kind === "land")?.lasts).toBe(0);
  expect(beats.some((beat) => beat.kind === "merge")).toBe(false);
});

test("a game without a move is only its end", () => {
  expect(timeline([], { speed: 1, still: false, brief: false }).map((beat) => beat.kind)).toEqual(["end"]);
});
