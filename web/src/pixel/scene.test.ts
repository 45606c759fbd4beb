import { expect, test } from "vitest";
import { reel } from "./boardStates";
import { film } from "./film.fake";
import { scene } from "./scene";
import { length, starts, timeline } from "./timeline";

const FILM = film(5);
const STILLS = reel(FILM);
const BEATS = timeline(FILM.frames, { speed: 1, still: false, brief: false });
const BEGINS = starts(BEATS, FILM.frames.length);
const at = (time: number) => scene(FILM, STILLS, BEATS, time);

test("every board has one stone more than the one before", () => {
  STILLS.forEach((still, index) => expect(still.stones.size).toBe(index));
  for (const { stones, chains } of STILLS) {
    expect([...chains.values()].reduce((sum, chain) => sum + chain.stones.length, 0)).toBe(stones.size);
    for (const chain of chains.values()) expect(chain.liberties.length).toBeGreaterThan(0);
  }
});

test("a frame begins with the stones of the frames before it", () => {
  BEGINS.forEach((begin, frame) => expect(at(begin).number).toBe(frame));
});

test("the candidate blinks three times, then its stone falls, then the chain is shaded and back", () => {
  const frame = FILM.frames.findIndex((each) => each.chains[0]!.stones.length > 1);
  const blink = BEATS.find((beat) => beat.kind === "candidate" && beat.frame === frame)!;
  const lights: boolean[] = [];
  for (let time = blink.at; time < blink.at + blink.lasts; time += 10) {
    const { lit } = at(time).candidate!;
    if (lights.at(-1) !== lit) lights.push(lit);
  }
  expect(lights).toEqual([true, false, true, false, true, false]);
  const land = BEATS.find((beat) => beat.kind === "land" && beat.frame === frame)!;
  expect(at(land.at).landing?.fallen).toBe(0);
  expect(at(land.at + 119).landing?.fallen).toBeGreaterThan(0.98);
  const merge = BEATS.find((beat) => beat.kind === "merge" && beat.frame === frame)!;
  expect(at(merge.at).shade?.depth).toBeCloseTo(0);
  expect(at(merge.at + merge.lasts / 2).shade?.depth).toBeCloseTo(1);
});

test("after the end the red frame stays and the loser is to move", () => {
  const { framed, ended, turn } = at(length(BEATS) + 1000);
  expect({ framed, ended, turn }).toEqual({ framed: true, ended: true, turn: FILM.stuck });
});
