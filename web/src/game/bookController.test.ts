import { expect, test } from "vitest";
import { ApiError, type Client } from "../api/client";
import { fakeClient } from "../api/client.fake";
import type { BookAnswer, BookClaim, Position } from "../api/types";
import { BookController, bookMarks, fitsBook } from "./bookController";
import { EngineController } from "./engineController";
import { FIRST_MATCH, type Match, parseSettings, serializeSettings } from "./match";
import { GameSession } from "./session";

const AGAINST_PROOF: Match = { ...FIRST_MATCH, level: 10, side: "white", proof: true };
const CLAIM: BookClaim = {
  position: { rule: "freestyle", area: { width: 15, height: 15 }, moves: [] },
  winner: "black",
  moves_left: 17,
};
const h8 = { x: 7, y: 7, name: "h8" };
const OUT = new ApiError({ code: "not_found", message: "" });

/** Book that opens with h8, then threatens, and ends there. */
async function lookUp({ moves }: Position): Promise<BookAnswer> {
  if (moves.length > 1) throw OUT;
  const point = moves.length === 0 ? h8 : null;
  const line = moves.length === 0 ? [] : [{ x: 8, y: 7, name: "i8" }, h8];
  return { winner: "black", point, reason: line.length > 0 ? "threat" : "quiet", line, moves_left: 17 };
}

function against(client: Client): { session: GameSession; engine: EngineController; book: BookController } {
  const session = new GameSession(client);
  const book = new BookController(client, session);
  return { session, book, engine: new EngineController(client, session, book) };
}

test("the proof opens, and its entry is shown when the person is to move", async () => {
  const { session, engine, book } = against(fakeClient({ lookUp }));
  const stop = book.watch();
  await session.start(AGAINST_PROOF);
  await engine.reply();
  expect(session.position.value.moves).toEqual([{ x: 7, y: 7 }]);
  await expect.poll(() => book.answer.value?.reason).toBe("threat");
  expect(bookMarks(book.answer.value).map(({ text }) => text)).toEqual(["1", "2"]);
  stop();
});

test("what is proved is the evaluation of each position that the proof answers", async () => {
  const { session, engine } = against(fakeClient({ lookUp }));
  await session.start(AGAINST_PROOF);
  await engine.reply();
  expect(session.chances.value).toEqual([1, null]);
  const lost = async (position: Position): Promise<BookAnswer> => ({
    ...(await lookUp(position)),
    winner: "white",
  });
  const other = against(fakeClient({ lookUp: lost }));
  await other.session.start(AGAINST_PROOF);
  await other.engine.reply();
  expect(other.session.chances.value).toEqual([0, null]);
});

test("where the proof has no answer the engine plays, and no entry is shown", async () => {
  const { session, engine, book } = against(fakeClient({ lookUp }));
  const stop = book.watch();
  await session.start(AGAINST_PROOF);
  await engine.reply();
  await engine.place({ x: 3, y: 3 });
  expect(session.position.value.moves).toHaveLength(3);
  await expect.poll(() => book.answer.value).toBeNull();
  stop();
});

test("a fault of the server is shown, and the proof does not move", async () => {
  const offline = new ApiError({ code: "offline", message: "" });
  const { session, engine } = against(fakeClient({ lookUp: () => Promise.reject(offline) }));
  await session.start(AGAINST_PROOF);
  await engine.reply();
  expect(session.fault.value?.code).toBe("offline");
  expect(session.position.value.moves).toHaveLength(0);
  expect(session.engineSearch.busy.value).toBeNull();
});

test("in a game against the engine nothing is looked up", async () => {
  let asked = 0;
  const count = async (position: Position): Promise<BookAnswer> => {
    asked++;
    return lookUp(position);
  };
  const { session, engine, book } = against(fakeClient({ lookUp: count }));
  const stop = book.watch();
  await session.start({ ...AGAINST_PROOF, proof: false });
  await engine.reply();
  expect([asked, session.position.value.moves.length]).toEqual([0, 1]);
  stop();
});

test("the book is offered for its rule and board only", async () => {
  const { book } = against(fakeClient({ loadedBook: async () => ({ book: CLAIM }) }));
  expect(fitsBook(FIRST_MATCH, book.claim.value)).toBe(false);
  await book.load();
  expect(fitsBook(FIRST_MATCH, book.claim.value)).toBe(true);
  expect(fitsBook({ ...FIRST_MATCH, rule: "exact" }, book.claim.value)).toBe(false);
  expect(fitsBook({ ...FIRST_MATCH, area: null }, book.claim.value)).toBe(false);
});

test("a stored game keeps the proof as its opponent, and older ones have none", () => {
  expect(parseSettings(serializeSettings(AGAINST_PROOF)).proof).toBe(true);
  expect(parseSettings(serializeSettings(FIRST_MATCH)).proof).toBeUndefined();
});
