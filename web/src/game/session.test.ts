import { expect, test, vi } from "vitest";
import { ApiError, type Client } from "../api/client";
import { fakeClient, fakeJob, thoughtOf, viewOf } from "../api/client.fake";
import type { Thought } from "../api/types";
import { EngineController } from "./engineController";
import { FIRST_MATCH } from "./match";
import { GameSession } from "./session";

const FRIENDS = { ...FIRST_MATCH, level: null };
const p = (x: number, y: number) => ({ x, y });
const named = (x: number, y: number) => ({ x, y, name: "" });

/** A session with an engine. */
function against(client: Client): { session: GameSession; engine: EngineController } {
  const session = new GameSession(client);
  return { session, engine: new EngineController(client, session) };
}

/** A client whose server can be switched off. */
function interruptible(): { client: Client; server: { up: boolean } } {
  const server = { up: true };
  const client = fakeClient({
    view: async (position) => {
      if (!server.up) throw new ApiError({ code: "offline", message: "" });
      return viewOf(position);
    },
  });
  return { client, server };
}

test("two people alternate, and undo and redo step through the moves", async () => {
  const session = new GameSession(fakeClient());
  await session.start(FRIENDS);
  await session.place(p(7, 7));
  await session.place(p(8, 8));
  expect(session.view.value?.stones.map((stone) => stone.color)).toEqual(["black", "white"]);
  await session.undo();
  expect(session.view.value?.stones).toHaveLength(1);
  await session.redo();
  expect(session.view.value?.stones).toHaveLength(2);
});

test("the engine replies, and undo returns to the person's move", async () => {
  const { session, engine } = against(fakeClient());
  await session.start(FIRST_MATCH);
  await engine.place(p(7, 7));
  expect(session.view.value?.stones).toHaveLength(2);
  expect(session.tree.value.map((node) => node.author)).toEqual(["person", "person", "engine"]);
  expect(session.engineSearch.busy.value).toBeNull();
  await session.undo();
  expect(session.view.value?.stones).toHaveLength(0);
  await session.redo();
  expect(session.view.value?.stones).toHaveLength(2);
});

test("the engine opens if the person plays White", async () => {
  const { session, engine } = against(fakeClient());
  await session.start({ ...FIRST_MATCH, side: "white" });
  await engine.reply();
  expect(session.view.value?.stones).toHaveLength(1);
});

test("chances of the side to move are stored as Black's", async () => {
  const { session, engine } = against(fakeClient());
  await session.start(FIRST_MATCH);
  await engine.place(p(7, 7));
  // White was to move and had 0.6.
  expect(session.chances.value[1]).toBeCloseTo(0.4);
});

test("an occupied or forbidden point is rejected without a request", async () => {
  const client = fakeClient({
    view: async (position) => ({
      ...viewOf(position),
      forbidden: [{ x: 3, y: 3, kind: "three", lines: [] }],
    }),
  });
  const onIllegal = vi.fn();
  const session = new GameSession(client, { onMove: () => undefined, onEnd: () => undefined, onIllegal });
  await session.start(FRIENDS);
  await session.place(p(3, 3));
  expect(onIllegal).toHaveBeenLastCalledWith(p(3, 3), { kind: "three" }, FIRST_MATCH.area);
  await session.place(p(7, 7));
  await session.place(p(7, 7));
  expect(onIllegal).toHaveBeenLastCalledWith(p(7, 7), { kind: "occupied" }, FIRST_MATCH.area);
  // White may play where Black may not.
  await session.place(p(3, 3));
  expect(session.view.value?.stones).toHaveLength(2);
});

test("a move that the server rejects is not added to the tree", async () => {
  const client = fakeClient({
    view: async (position) => {
      if (position.moves.length > 0) throw new ApiError({ code: "illegal_move", message: "no" });
      return viewOf(position);
    },
  });
  const session = new GameSession(client);
  await session.start(FRIENDS);
  await session.place(p(1, 1));
  expect(session.fault.value?.code).toBe("illegal_move");
  expect(session.tree.value).toHaveLength(1);
  expect(session.pending.value).toBeNull();
});

test("while the server is down a stone stays pending, and is placed when it is back", async () => {
  const { client, server } = interruptible();
  const session = new GameSession(client);
  await session.start(FRIENDS);
  await session.place(p(1, 1));
  await session.place(p(2, 2));
  server.up = false;
  await session.walk(-1);
  expect(session.view.value?.stones).toHaveLength(1);
  expect(session.fault.value).toBeNull();
  const placing = session.place(p(5, 5));
  await vi.waitFor(() => expect(session.fault.value?.code).toBe("offline"));
  expect(session.pending.value).toMatchObject(p(5, 5));
  server.up = true;
  expect(await placing).toBe(true);
  expect(session.fault.value).toBeNull();
  expect(session.view.value?.stones).toHaveLength(2);
});

test("navigating away cancels a pending stone", async () => {
  const { client, server } = interruptible();
  const session = new GameSession(client);
  await session.start(FRIENDS);
  await session.place(p(1, 1));
  server.up = false;
  const placing = session.place(p(5, 5));
  await session.undo();
  expect(await placing).toBe(false);
  expect(session.tree.value).toHaveLength(2);
  expect(session.pending.value).toBeNull();
});

test("a late reply of the engine after undo is not played", async () => {
  let finish: (thought: Thought) => void = () => undefined;
  const client = fakeClient({ think: () => fakeJob(new Promise((resolve) => (finish = resolve))) });
  const { session, engine } = against(client);
  await session.start(FIRST_MATCH);
  const placing = engine.place(p(7, 7));
  await vi.waitFor(() => expect(session.engineSearch.busy.value).toBe("reply"));
  await session.undo();
  finish(thoughtOf("white", { ...p(0, 0), name: "a15" }));
  await placing;
  expect(session.view.value?.stones).toHaveLength(0);
});

test("a person may play the engine's side of a variation", async () => {
  const { session, engine } = against(fakeClient());
  await session.start(FIRST_MATCH);
  await engine.place(p(7, 7));
  await session.walk(-1);
  await engine.place(p(3, 3));
  expect(session.position.value.moves).toEqual([p(7, 7), p(3, 3)]);
  expect(session.tree.value[1]?.children).toHaveLength(2);
});

test("swap2 between two people: three stones, two more, then a choice", async () => {
  const { session, engine } = against(fakeClient());
  await session.start({ ...FRIENDS, opening: "swap2" });
  for (let x = 0; x < 3; x++) await session.place(p(x, 5));
  expect(session.stage.value).toBe("choose");
  await session.place(p(9, 9));
  expect(session.view.value?.stones).toHaveLength(3);
  await engine.choose("more");
  for (let x = 3; x < 6; x++) await session.place(p(x, 6));
  expect(session.view.value?.stones).toHaveLength(5);
  expect(session.stage.value).toBe("last");
  await engine.choose("take");
  expect(session.stage.value).toBe("done");
});

test("swap2 against the engine, which takes a side", async () => {
  const client = fakeClient({ swap2: async () => ({ choice: "stay", points: [] }) });
  const { session, engine } = against(client);
  await session.start({ ...FIRST_MATCH, opening: "swap2" });
  for (let x = 0; x < 3; x++) await engine.place(p(x, 5));
  // The engine stays White and moves.
  expect(session.match.value.side).toBe("black");
  expect(session.view.value?.stones).toHaveLength(4);
});

test("swap2 against the engine, which puts two more and lets the person choose", async () => {
  const client = fakeClient({
    swap2: async () => ({ choice: "more", points: [named(9, 9), named(10, 10)] }),
  });
  const { session, engine } = against(client);
  await session.start({ ...FIRST_MATCH, opening: "swap2" });
  for (let x = 0; x < 3; x++) await engine.place(p(x, 5));
  expect(session.stage.value).toBe("last");
  await engine.choose("take");
  expect(session.match.value.side).toBe("black");
  // White, the engine, is to move.
  expect(session.view.value?.stones).toHaveLength(6);
});

test("swap2 opened by the engine: it puts three, the person takes Black, the engine moves", async () => {
  const client = fakeClient({
    swap2: async () => ({ choice: "put", points: [named(1, 1), named(2, 2), named(3, 3)] }),
  });
  const { session, engine } = against(client);
  await session.start({ ...FIRST_MATCH, opening: "swap2", opener: "engine" });
  await engine.reply();
  expect(session.stage.value).toBe("choose");
  await engine.choose("take");
  expect(session.match.value.side).toBe("black");
  expect(session.view.value?.stones).toHaveLength(4);
});

test("a position is opened with its moves as a line", async () => {
  const session = new GameSession(fakeClient());
  await session.open({ rule: "renju", area: null, moves: [p(0, 0), p(-1, 4)] });
  expect(session.view.value?.stones).toHaveLength(2);
  await session.toEnd(-1);
  expect(session.view.value?.stones).toHaveLength(0);
  await session.toEnd(1);
  expect(session.position.value.moves).toHaveLength(2);
});

test("a kept line is a side line, and a line is stepped into where it is", async () => {
  const session = new GameSession(fakeClient());
  await session.start(FRIENDS);
  for (const point of [p(7, 7), p(8, 8), p(9, 9)]) await session.place(point);
  await session.go(1);
  session.keepLine([p(1, 1), p(2, 2)]);
  expect(session.tree.value[1]!.children).toEqual([2, 4]);
  await session.walk(1);
  expect(session.at.value).toBe(2);
  await session.walk(-1);
  await session.stepInto([p(1, 1), p(2, 2), p(3, 3)]);
  expect(session.position.value.moves).toEqual([p(7, 7), p(1, 1), p(2, 2), p(3, 3)]);
  expect(session.tree.value[1]!.children).toEqual([2, 4]);
});

test("what was thought of a move is shown again there", async () => {
  const { session, engine } = against(fakeClient());
  await session.start(FRIENDS);
  await session.place(p(7, 7));
  await engine.hint();
  const thought = session.shownThought;
  expect(thought).not.toBeNull();
  await session.place(p(8, 8));
  expect(session.shownThought).toBeNull();
  await session.undo();
  expect(session.shownThought).toBe(thought);
});
