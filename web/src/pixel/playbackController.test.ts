import { expect, test } from "vitest";
import { film } from "./film.fake";
import { isInstant, PlaybackController } from "./playbackController";
import type { TimelineSegment } from "./timeline";

const FILM = film(5);

function newPlayback(): { show: PlaybackController; kinds: TimelineSegment["kind"][] } {
  const kinds: TimelineSegment["kind"][] = [];
  return {
    show: new PlaybackController(FILM, { speed: 1, reducedMotion: false }, (segment) =>
      kinds.push(segment.kind),
    ),
    kinds,
  };
}

function run(show: PlaybackController): void {
  for (let frame = 0; show.running.value; frame++) {
    if (frame > 100_000) throw new Error("it never stops");
    show.advance(16);
  }
}

test("play runs to the end and reports every stone once", () => {
  const { show, kinds } = newPlayback();
  show.play();
  run(show);
  expect(show.scene.value.ended).toBe(true);
  expect(show.scene.value.framed).toBe(true);
  expect(kinds.filter((kind) => kind === "land")).toHaveLength(FILM.frames.length);
  expect(kinds.filter((kind) => kind === "end")).toHaveLength(1);
});

test("step shows one move; back undoes it", () => {
  const { show } = newPlayback();
  show.step();
  run(show);
  expect(show.scene.value.number).toBe(1);
  show.step();
  run(show);
  expect(show.scene.value.number).toBe(2);
  show.back();
  expect(show.scene.value.number).toBe(1);
  show.back();
  show.back();
  expect(show.scene.value.number).toBe(0);
});

test("steps alone reach the end", () => {
  const { show } = newPlayback();
  for (const _ of FILM.frames) {
    show.step();
    run(show);
  }
  expect(show.scene.value.ended).toBe(true);
});

test("a change of speed during a move keeps the move", () => {
  const { show } = newPlayback();
  show.seek(3);
  show.play();
  show.advance(700);
  show.setOptions({ speed: 2, reducedMotion: false });
  expect(show.scene.value.number).toBe(3);
  run(show);
  expect(show.scene.value.ended).toBe(true);
});

test("seek is clamped to the film", () => {
  const { show } = newPlayback();
  show.seek(4);
  expect(show.scene.value.number).toBe(4);
  show.seek(10_000);
  expect(show.scene.value.number).toBe(FILM.frames.length);
  show.reset();
  expect(show.scene.value.number).toBe(0);
});

test("a step during a step shows the next move", () => {
  const { show } = newPlayback();
  show.step();
  show.advance(100);
  show.step();
  expect(show.scene.value.number).toBe(1);
  run(show);
  expect(show.scene.value.number).toBe(2);
});

test("equal scenes are one object", () => {
  const { show } = newPlayback();
  show.step();
  show.advance(20);
  const lit = show.scene.value;
  show.advance(20);
  expect(show.scene.value).toBe(lit);
  expect(lit.candidate?.lit).toBe(true);
  show.advance(200);
  expect(show.scene.value).not.toBe(lit);
  expect(show.scene.value.candidate?.lit).toBe(false);
});

test("nothing blinks between two moves", () => {
  const { show } = newPlayback();
  show.seek(3);
  expect(show.scene.value).toMatchObject({ number: 3, candidate: null, tried: null, landing: null });
});

test("large boards are instant at high speed", () => {
  const large = { ...FILM, size: { width: 19, height: 19 } };
  expect(isInstant(FILM, 2)).toBe(false);
  expect(isInstant(large, 1)).toBe(false);
  expect(isInstant(large, 1.5)).toBe(true);
  // Faster than anything may flash.
  expect(isInstant(FILM, 4)).toBe(true);
});
