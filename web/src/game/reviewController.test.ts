import { expect, test } from "vitest";
import { stoppedError } from "../api/apiError";
import { fakeClient, fakeJob } from "../api/client.fake";
import type { GameReview, Judgement, ReviewedMove } from "../api/types";
import { FIRST_MATCH } from "./match";
import { ReviewController } from "./reviewController";
import { chanceAfter, compactReview, parseReview, serializeReview } from "./reviewedMoves";
import { reviewMarks } from "./reviewMarks";
import { moveReviewText, reviewAnnotations, reviewSummary } from "./reviewText";
import { GameSession } from "./session";

const FRIENDS = { ...FIRST_MATCH, level: null };
const named = (x: number, y: number) => ({ x, y, name: `${x}.${y}` });

function move(number: number, judgement: Judgement, reasons: string[] = []): ReviewedMove {
  const mark = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" }[judgement];
  return {
    number,
    color: number % 2 === 1 ? "black" : "white",
    point: named(number, number),
    before: { kind: "seems", chances: 0.6 },
    after: { kind: "seems", chances: 0.25 },
    loss: 0.35,
    judgement,
    mark,
    best: named(9, number),
    line: [named(9, number), named(8, number)],
    continuation: [named(7, 7)],
    reasons,
    sentence: "",
    missed: [],
    allowed: [],
  } as ReviewedMove;
}

const REVIEW: GameReview = {
  rule: "freestyle",
  area: { width: 15, height: 15 },
  summary: "",
  sides: [],
  moves: [move(1, "good"), move(2, "blunder", ["missed-fours"]), move(3, "good"), move(4, "mistake")],
  after_end: 0,
  nodes: 1,
};

async function played(client = fakeClient()): Promise<GameSession> {
  const session = new GameSession(client);
  await session.start(FRIENDS);
  for (const x of [1, 2, 3, 4]) await session.place({ x, y: x });
  return session;
}

test("a review marks the moves of its line, and one goes from mistake to mistake", async () => {
  const client = fakeClient({ review: () => fakeJob(Promise.resolve(REVIEW)) });
  const session = await played(client);
  const review = new ReviewController(client, session);
  await review.run();
  expect([review.progress.value, review.isComplete]).toEqual([null, true]);
  expect(review.marked.value).toEqual([2, 4]);
  // Black's chance: White's move left White 0.25.
  expect(session.chances.value).toEqual([0.6, 0.25, 0.75, 0.25, 0.75]);
  expect(review.current?.number).toBe(4);
  await review.goToMistake(-1);
  expect(session.at.value).toBe(2);
  expect(review.neighbor(-1)).toBeNull();
  expect(reviewMarks(review.current)).toEqual([
    { x: 2, y: 2, text: "??", tone: "bad" },
    { x: 9, y: 2, text: "✓", tone: "good" },
  ]);
  await review.showBetter();
  expect(session.position.value.moves.at(-1)).toEqual({ x: 9, y: 2 });
  expect([review.isOnLine, review.isComplete]).toEqual([false, false]);
  // From the variation the mistake it departs from is the previous one.
  expect([review.neighbor(-1), review.neighbor(1)]).toEqual([2, 4]);
});

test("a review that is stopped or refused leaves none", async () => {
  const client = fakeClient({ review: () => fakeJob(Promise.reject(stoppedError())) });
  const session = await played(client);
  const review = new ReviewController(client, session);
  await review.run();
  expect([session.review.value, review.fault.value]).toEqual([null, null]);
  const refusing = new ReviewController(fakeClient(), session);
  await refusing.run();
  expect(refusing.fault.value?.code).toBe("not_found");
});

test("a kept review is read again, without the lines of good moves", () => {
  const kept = parseReview(serializeReview(compactReview(REVIEW)));
  expect(kept?.moves.map(({ line }) => line.length)).toEqual([0, 2, 0, 2]);
  expect(kept?.moves.map(chanceAfter)).toEqual([0.25, 0.75, 0.25, 0.75]);
  for (const bad of ["", "{", "null", "{}", '{"sides": [], "moves": [{}]}'])
    expect(parseReview(bad)).toBeNull();
});

test("the review in words, and as annotations of a record", () => {
  expect(moveReviewText(REVIEW.moves[1]!)).toBe("2 2.2 ?? missed a win by fours. Better: 9.2");
  expect(reviewSummary(REVIEW)).toBe(
    "2 mistakes: 2 2.2 missed a win by fours; 4 4.4 loses 35% winning chance",
  );
  expect(reviewSummary({ ...REVIEW, moves: [] })).toBe("No mistakes");
  const { summary, moves } = reviewAnnotations(REVIEW);
  expect(summary).toBe(reviewSummary(REVIEW));
  expect(moves[0]).toEqual({
    ...{ point: { x: 1, y: 1 }, judgement: "good", chance: 0.25, comment: "", line: [] },
  });
  expect(moves[1]?.line).toEqual([
    { x: 9, y: 2 },
    { x: 8, y: 2 },
  ]);
});
