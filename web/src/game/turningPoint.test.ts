import { expect, test } from "vitest";
import { fakeClient, fakeJob, viewOf } from "../api/client.fake";
import type { Solution } from "../api/types";
import { FIRST_MATCH } from "./match";
import { Review } from "./review";
import { GameSession } from "./session";
import { TurningPoint } from "./turningPoint";
import { turningPointMarks } from "./turningPointMarks";

const FRIENDS = { ...FIRST_MATCH, level: null };
const named = (x: number, y: number) => ({ x, y, name: "" });
const LOST = {
  answer: "told",
  winner: "black",
  saved: {
    loser: "white",
    number: 2,
    played: named(2, 2),
    instead: [{ point: named(5, 5), threats: "fails" }],
    line: [],
  },
} as unknown as Solution;

async function played(client = fakeClient()): Promise<GameSession> {
  const session = new GameSession(client);
  await session.start(FRIENDS);
  for (const x of [1, 2, 3, 4]) await session.place({ x, y: x });
  return session;
}

test("the turning point is the node before the losing move, with the better moves", async () => {
  const client = fakeClient({ solve: () => fakeJob(Promise.resolve(LOST)) });
  const session = await played(client);
  const turningPoint = new TurningPoint(client, session);
  await turningPoint.search();
  expect(turningPoint.node).toBe(1);
  expect(turningPointMarks(turningPoint)).toEqual([]);
  await session.go(turningPoint.node!);
  expect(turningPointMarks(turningPoint)).toEqual([
    { x: 5, y: 5, text: "✓", tone: "good" },
    { x: 2, y: 2, text: "✗", tone: "bad" },
  ]);
  expect(turningPoint.isOnCurrentLine).toBe(true);
  // It does not apply to another game.
  await session.start(FRIENDS);
  await session.place({ x: 9, y: 9 });
  expect(turningPoint.isOnCurrentLine).toBe(false);
});

test("a review stores the chance of every position, and the result at the end", async () => {
  const client = fakeClient({
    view: async (position) => ({
      ...viewOf(position),
      ending: position.moves.length === 4 ? { winner: "white", reason: "five", lines: [] } : null,
    }),
  });
  const session = await played(client);
  const review = new Review(client, session);
  await review.run();
  // The side to move always has 0.6.
  expect(session.chances.value).toEqual([0.6, 0.4, 0.6, 0.4, 0]);
  expect(review.busy.value).toBe(false);
});
