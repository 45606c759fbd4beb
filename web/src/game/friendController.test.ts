// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/client";
import { fakeClient } from "../api/client.fake";
import type {
  FollowOptions,
  FriendAction,
  FriendClient,
  FriendEvent,
  FriendState,
  FriendView,
} from "../api/friendClient";
import type { PositionView } from "../api/types";
import { FriendController } from "./friendController";
import { findOwnGame, keepOwnGame, ownFriendGames } from "./friendGameList";

const ID = "0123456789abcdef0123456789abcdef";
const GONE = new ApiError({ code: "offline", message: "" });
const AREA = { width: 15, height: 15 };

const stateOf = (part: Partial<FriendState> = {}): FriendState => ({
  ...{ id: ID, number: 1, joined: true, black: "host", turn: "black", moves: [], stage: "done" },
  ...{ host_may: ["move", "resign"], guest_may: ["resign"], to_act: "host", clocks: null, foul: null },
  ...{ result: null, draw: null, takeback: null, rematch: null, paused: null, next: null, previous: null },
  settings: { rule: "renju", area: AREA, opening: "none", clock: { kind: "none" } },
  ...part,
});

const viewOf = (part: Partial<FriendState> = {}, now_ms = 0): FriendView => ({
  ...{ host_here: true, guest_here: true, watchers: 0, now_ms },
  game: stateOf(part),
});

/** A server in memory: streams that the test feeds and cuts, and actions that it answers. */
class FakeFriends implements FriendClient {
  readonly streams: (FollowOptions & { cut(error?: Error): void })[] = [];
  readonly acted: { secret: string; id: string; action: FriendAction; thought_ms?: number | null }[] = [];
  answer: () => Promise<number> = async () => 1;

  create = () => Promise.reject(GONE);
  join = async (id: string) => ({ id, seat: "guest" as const, secret: "s".repeat(32) });
  here = vi.fn(async () => ({ here: true }) as never);
  act: FriendClient["act"] = async (_, secret, request) => {
    this.acted.push({ ...request, secret });
    return { number: await this.answer() } as never;
  };
  follow = (_: string, options: FollowOptions): Promise<void> =>
    new Promise((resolve, reject) => {
      const cut = (error?: Error): void => (error ? reject(error) : resolve());
      this.streams.push({ ...options, cut });
      options.signal.addEventListener("abort", () => reject(GONE));
    });

  get stream(): FakeFriends["streams"][number] {
    return this.streams.at(-1)!;
  }

  show(part: Partial<FriendState>, now_ms = 0): void {
    this.stream.onBytes();
    this.stream.onEvent({ name: "state", data: JSON.stringify(viewOf(part, now_ms)), id: null } as never);
  }

  tell(number: number, event: FriendEvent["event"]): void {
    this.stream.onEvent({ name: "event", data: JSON.stringify({ number, event }), id: null } as never);
  }
}

let stop = (): void => undefined;
let now = 0;

/** A game as a seat of this browser sees it; null watches. */
function open(
  seat: "host" | "guest" | null,
  view: Partial<PositionView> = {},
): { controller: FriendController; friends: FakeFriends } {
  if (seat) keepOwnGame({ id: ID, seat, secret: seat, rule: "renju", area: AREA, phase: "open", at: 0 });
  const friends = new FakeFriends();
  const fake = fakeClient();
  const client = fakeClient({ view: async (position) => ({ ...(await fake.view(position)), ...view }) });
  const controller = new FriendController(client, friends, ID, () => now);
  stop = controller.start();
  return { controller, friends };
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  ownFriendGames.value = [];
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test("a seat may do what the server says, and a watcher nothing", async () => {
  const { controller, friends } = open("host");
  friends.show({});
  await settle();
  expect([controller.may("move"), controller.may("pause")]).toEqual([true, false]);
  expect([controller.colorOf("host"), controller.colorOf("guest")]).toEqual(["black", "white"]);
  expect(controller.connection.value).toBe("open");
  stop();
  ownFriendGames.value = [];
  const watcher = open(null);
  watcher.friends.show({});
  await settle();
  expect(watcher.controller.may("move")).toBe(false);
  await watcher.controller.act({ kind: "resign" });
  expect(watcher.friends.acted).toEqual([]);
});

test("a move is sent with its ply and secret, and stays pending until its event is shown", async () => {
  const { controller, friends } = open("host");
  friends.show({});
  await settle();
  friends.answer = async () => 2;
  controller.place({ x: 7, y: 7 });
  await settle();
  expect(friends.acted).toMatchObject([
    { secret: "host", action: { kind: "move", point: { x: 7, y: 7 }, ply: 0 } },
  ]);
  expect(controller.pending.value).toEqual({ x: 7, y: 7, color: "black" });
  // A second click while the first is on its way sends nothing.
  controller.place({ x: 8, y: 8 });
  friends.show({ number: 2, moves: [{ x: 7, y: 7 }], turn: "white", host_may: [] });
  await settle();
  expect(controller.pending.value).toBeNull();
  expect(friends.acted).toHaveLength(1);
});

test("an action that finds no server is sent again with the same id, and one that is refused is not", async () => {
  const { controller, friends } = open("host");
  friends.show({});
  await settle();
  let failures = 2;
  friends.answer = async () => {
    if (failures-- > 0) throw GONE;
    return 1;
  };
  const sent = controller.act({ kind: "offer_draw" });
  await settle();
  expect(controller.connection.value).toBe("lost");
  await vi.advanceTimersByTimeAsync(2000);
  await sent;
  expect(friends.acted).toHaveLength(3);
  expect(new Set(friends.acted.map(({ id }) => id)).size).toBe(1);
  friends.answer = () => Promise.reject(new ApiError({ code: "not_now", message: "no" }));
  await controller.act({ kind: "offer_draw" });
  expect(friends.acted).toHaveLength(4);
  expect(controller.fault.value?.code).toBe("not_now");
});

test("a foul is asked about, another forbidden point is refused, and a new move withdraws the question", async () => {
  const foul = { x: 7, y: 7, name: "h8", kind: "three", lines: [] };
  const { controller, friends } = open("host", { forbidden: [foul] as never });
  friends.show({});
  await settle();
  controller.place({ x: 7, y: 7 });
  expect([controller.foulAt.value, friends.acted]).toEqual([{ x: 7, y: 7 }, []]);
  friends.show({
    number: 2,
    moves: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ],
  });
  await settle();
  expect(controller.foulAt.value).toBeNull();
  controller.place({ x: 0, y: 0 });
  expect([controller.foulAt.value, friends.acted]).toEqual([null, []]);
  controller.place({ x: 7, y: 7 });
  friends.answer = async () => 2;
  await controller.sendMove(controller.foulAt.value!);
  expect(friends.acted).toMatchObject([{ action: { kind: "move", ply: 2 } }]);
});

test("the time that a player took goes with the move, and only while the own clock runs", async () => {
  const side = { main_ms: 60_000, periods: 0, period_ms: 0 };
  const clocks = { host: side, guest: side, running: "host" as const, from_ms: 10_000, most_lag_ms: 500 };
  const { controller, friends } = open("host");
  friends.show({ clocks }, 11_000);
  await settle();
  now = 2500;
  await controller.act({ kind: "resign" });
  expect([controller.serverNow(), friends.acted[0]?.thought_ms]).toEqual([13_500, 3500]);
  friends.show({ clocks: { ...clocks, running: "guest" } }, 14_000);
  await settle();
  await controller.act({ kind: "resign" });
  expect(friends.acted[1]?.thought_ms).toBeUndefined();
});

test("a stream that breaks is read again from the last event, ever more slowly, and no event is heard twice", async () => {
  const { controller, friends } = open("host");
  friends.show({ number: 3 });
  await settle();
  expect(friends.streams.map(({ seen }) => seen)).toEqual([null]);
  friends.tell(4, { kind: "moved", seat: "guest", point: { x: 1, y: 1 } } as never);
  for (const pause of [250, 500, 1000]) {
    const before = friends.streams.length;
    friends.stream.cut(GONE);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect([friends.streams.length, controller.connection.value]).toEqual([before, "lost"]);
    await vi.advanceTimersByTimeAsync(1);
    expect([friends.streams.length, friends.stream.seen]).toEqual([before + 1, 4]);
  }
  friends.show({ number: 5 });
  await settle();
  expect(controller.connection.value).toBe("open");
  // Bytes came: the next break waits for the first pause again.
  friends.stream.cut(GONE);
  await vi.advanceTimersByTimeAsync(250);
  expect(friends.stream.seen).toBe(5);
});

test("a stream that falls silent is read again", async () => {
  const { friends } = open("host");
  friends.show({});
  await vi.advanceTimersByTimeAsync(34_000);
  expect(friends.streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1500);
  expect(friends.streams).toHaveLength(2);
  // A player says that it is there meanwhile.
  expect(friends.here.mock.calls.length).toBeGreaterThan(3);
});

test("a secret that is no longer that of the seat leaves a watcher, and a game that is not there says so", async () => {
  const { controller, friends } = open("host");
  friends.stream.cut(new ApiError({ code: "wrong_seat", message: "" }));
  await vi.advanceTimersByTimeAsync(250);
  expect([controller.seat.value, friends.stream.secret]).toEqual([null, null]);
  friends.stream.cut(new ApiError({ code: "not_found", message: "" }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(controller.missing.value?.code).toBe("not_found");
  expect(friends.streams).toHaveLength(2);
});

test("a seat that is taken is kept with its secret, and so is that of the rematch", async () => {
  const { controller, friends } = open(null);
  friends.show({ joined: false });
  await settle();
  await controller.join();
  await settle();
  expect(findOwnGame(ID)).toMatchObject({ seat: "guest", secret: "s".repeat(32) });
  // The stream is read anew, as a player.
  expect([friends.streams.length, friends.stream.secret]).toEqual([2, "s".repeat(32)]);
  const result = { winner: "host", reason: "resigned" } as never;
  friends.show({ number: 9, result, next: "f".repeat(32) });
  await settle();
  expect(findOwnGame(ID)?.phase).toBe("over");
  expect(findOwnGame("f".repeat(32))).toMatchObject({ seat: "guest", phase: "open" });
});
