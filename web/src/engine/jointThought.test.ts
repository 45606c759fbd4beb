import { expect, test } from "vitest";
import type { Job, JobListener } from "../api/client";
import type { Candidate, Thought, ThoughtRequest } from "../api/types";
import { jointThought, mergeThoughts, splitThought } from "./jointThought";

const request = (rule: "renju" | "nogo", more: Partial<ThoughtRequest> = {}): ThoughtRequest => ({
  position: { rule, area: { width: 9, height: 9 }, moves: [] },
  seed: 5,
  ...more,
});

type Worth = Candidate["value"];

const line = (x: number, chances: number, value: Worth = { kind: "seems" }): Candidate => {
  const point = { x, y: 0, name: `${x}` };
  return { point, chances, value, line: [point] };
};

const thought = (
  nodes: number,
  lines: readonly Candidate[],
  shares: readonly number[] = lines.map(() => 1 / lines.length),
): Thought => ({
  turn: "black",
  depth: nodes,
  nodes,
  elapsed_ms: nodes,
  chances: lines[0]?.chances ?? null,
  lines: [...lines],
  heat: lines.map(({ point: { x, y }, chances }, index) => ({ x, y, chances, share: shares[index]! })),
});

const points = ({ lines }: Thought): number[] => lines.map(({ point }) => point.x);

test("a search is split where two workers find more than one", () => {
  expect(splitThought(request("renju"))).toBeNull();
  expect(splitThought(request("renju", { lines: 4, level: 9 }))).toBeNull();
  expect(splitThought(request("nogo", { nodes: 100 }))).toBeNull();
  expect(splitThought(request("renju", { lines: 4 }))?.map(({ lines }) => lines)).toEqual([1, 4]);
  expect(splitThought(request("nogo", { level: 10 }))?.map(({ seed }) => seed)).toEqual([5, 6]);
});

test("at NoGo visits are added up, and chances are their mean", () => {
  const one = thought(100, [line(1, 0.6), line(2, 0.5)], [0.6, 0.4]);
  const two = thought(300, [line(2, 0.7), line(1, 0.2)], [0.9, 0.1]);
  const merged = mergeThoughts(request("nogo", { lines: 2 }), [one, two]);
  expect(points(merged)).toEqual([2, 1]);
  // 270 of 400 visits at 0.7 and 40 at 0.5.
  expect(merged.lines[0]!.chances).toBeCloseTo((270 * 0.7 + 40 * 0.5) / 310);
  expect(merged.heat.map(({ share }) => share)).toEqual(
    [310 / 400, 90 / 400].map((it) => expect.closeTo(it)),
  );
  expect({ ...merged, lines: [], heat: [] }).toMatchObject({ nodes: 400, elapsed_ms: 300 });
});

test("what one of two has proven is proven", () => {
  const loses: Worth = { kind: "loses", plies: null };
  const one = thought(100, [line(1, 0.9), line(2, 0.1)], [0.9, 0.1]);
  const two = thought(100, [line(2, 0.5), line(1, 0, loses)], [0.9, 0.1]);
  expect(points(mergeThoughts(request("nogo", { lines: 2 }), [one, two]))).toEqual([2, 1]);
  const wins: Worth = { kind: "wins", plies: 9 };
  const three = thought(100, [line(3, 1, wins), line(1, 0.9)], [0.1, 0.9]);
  expect(points(mergeThoughts(request("nogo"), [one, three]))).toEqual([3]);
  expect(points(mergeThoughts(request("renju", { lines: 2 }), [one, three]))).toEqual([3, 1]);
});

test("at five-in-a-row the move of the deeper search comes first", () => {
  const deep = thought(100, [line(2, 0.55)]);
  const wide = thought(100, [line(1, 0.6), line(2, 0.5), line(3, 0.4)]);
  const merged = mergeThoughts(request("renju", { lines: 3 }), [deep, wide]);
  expect(points(merged)).toEqual([2, 1, 3]);
  expect(merged.chances).toBe(0.55);
  expect(points(mergeThoughts(request("renju", { lines: 3 }), [undefined, wide]))).toEqual([1, 2, 3]);
});

/** Two jobs whose ends the test decides. */
function twoJobs(): {
  start: (listeners: readonly JobListener<Thought>[]) => readonly Job<Thought>[];
  ends: { resolve: (thought: Thought) => void; reject: (error: unknown) => void }[];
  listeners: JobListener<Thought>[];
  finished: number[];
} {
  const ends: ReturnType<typeof twoJobs>["ends"] = [];
  const listeners: JobListener<Thought>[] = [];
  const finished: number[] = [];
  const start = (given: readonly JobListener<Thought>[]): readonly Job<Thought>[] =>
    given.map((listener, index) => {
      listeners.push(listener);
      const result = new Promise<Thought>((resolve, reject) => ends.push({ resolve, reject }));
      return { result, stop: () => undefined, finish: () => finished.push(index) };
    });
  return { start, ends, listeners, finished };
}

test("updates are merged, a proven win ends both, and one that fails leaves the other", async () => {
  const jobs = twoJobs();
  const updates: number[][] = [];
  const onUpdate = (merged: Thought): void => void updates.push(points(merged));
  const joint = jointThought(request("nogo", { lines: 2 }), jobs.start, { onUpdate });
  jobs.listeners[0]!.onUpdate!(thought(10, [line(1, 0.5)]));
  jobs.listeners[1]!.onUpdate!(thought(30, [line(2, 0.5)]));
  expect(updates).toEqual([[1], [2, 1]]);
  jobs.ends[0]!.resolve(thought(10, [line(1, 1, { kind: "wins", plies: null })]));
  await Promise.resolve();
  await Promise.resolve();
  expect(jobs.finished).toEqual([0, 1]);
  jobs.ends[1]!.reject(new Error("lost"));
  expect(points(await joint.result)).toEqual([1, 2]);
  const lost = twoJobs();
  const both = jointThought(request("nogo"), lost.start);
  for (const { reject } of lost.ends) reject(new Error("lost"));
  await expect(both.result).rejects.toThrow("lost");
});
