import { expect, test } from "vitest";
import { boardStates } from "./boardStates";
import { film } from "./film.fake";
import { sceneAt } from "./scene";
import { frameStarts, timeline, totalDuration } from "./timeline";

const FILM = film(5);
const BOARDS = boardStates(FILM);
const SEGMENTS = timeline(FILM.frames, { speed: 1, reducedMotion: false, instant: false });
const STARTS = frameStarts(SEGMENTS, FILM.frames.length);
const at = (time: number) => sceneAt(FILM, BOARDS, SEGMENTS, time);

test("every board has one stone more than the one before", () => {
  BOARDS.forEach((still, index) => expect(still.stones.size).toBe(index));
  for (const { stones, chains } of BOARDS) {
    expect([...chains.values()].reduce((sum, chain) => sum + chain.stones.length, 0)).toBe(stones.size);
    for (const chain of chains.values()) expect(chain.liberties.length).toBeGreaterThan(0);
  }
});

test("a frame begins with the stones of the frames before it", () => {
  STARTS.forEach((begin, frame) => expect(at(begin).number).toBe(frame));
});

test("the candidate blinks three times, the stone lands, then the chain is shaded and back", () => {
  const frame = FILM.frames.findIndex((each) => each.chains[0]!.stones.length > 1);
  const blink = SEGMENTS.find((segment) => segment.kind === "candidate" && segment.frame === frame)!;
  const lights: boolean[] = [];
  for (let time = blink.at; time < blink.at + blink.duration; time += 10) {
    const { lit } = at(time).candidate!;
    if (lights.at(-1) !== lit) lights.push(lit);
  }
  expect(lights).toEqual([true, false, true, false, true, false]);
  const land = SEGMENTS.find((segment) => segment.kind === "land" && segment.frame === frame)!;
  expect(at(land.at).landing?.fallen).toBe(0);
  expect(at(land.at + 119).landing?.fallen).toBeGreaterThan(0.98);
  const merge = SEGMENTS.find((segment) => segment.kind === "merge" && segment.frame === frame)!;
  expect(at(merge.at).shade?.depth).toBeCloseTo(0);
  expect(at(merge.at + merge.duration / 2).shade?.depth).toBeCloseTo(1);
});

test("after the end the red frame stays and the loser is to move", () => {
  const { framed, ended, turn } = at(totalDuration(SEGMENTS) + 1000);
  expect({ framed, ended, turn }).toEqual({ framed: true, ended: true, turn: FILM.stuck });
});
