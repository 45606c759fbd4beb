// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/client";
import { fakeClient, fakeGames } from "../api/client.fake";
import { FIRST_MATCH, parseSettings } from "./match";
import { fromStoredGame, GamePersistence } from "./persistence";
import { ServerSync } from "./serverSync";
import { GameSession } from "./session";
import { TreeEditor } from "./treeEditor";

const FRIENDS = { ...FIRST_MATCH, level: null };
const p = (x: number, y: number) => ({ x, y });

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const handler = {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal("localStorage", new Proxy(storage, handler));
});

async function played(session: GameSession): Promise<void> {
  await session.start(FRIENDS);
  for (const x of [1, 2, 3]) await session.place(p(x, x));
  await session.undo();
  await session.place(p(9, 9));
  session.setComment("better");
}

test("every move, branch and comment is synced, in order", async () => {
  const games = fakeGames();
  const session = new GameSession(fakeClient({ games }));
  await played(session);
  const sync = new ServerSync(games, session.state());
  await sync.run();
  expect(sync.status.value).toBe("saved");
  const game = await games.open(sync.id!);
  expect(game.nodes.map(({ parent, x }) => [parent, x])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 9],
  ]);
  expect(game.nodes[3]?.comment).toBe("better");
  expect(parseSettings(game.settings).level).toBeNull();
});

test("an imported game is created in one request, with its metadata", async () => {
  const games = fakeGames();
  const play = vi.spyOn(games, "play");
  const session = new GameSession(fakeClient());
  await played(session);
  const about = { title: "Cup", black: "Ada", white: "Bo", round: "", date: "", place: "", result: "a draw" };
  const sync = new ServerSync(games, { ...session.state(), about });
  await sync.run();
  expect(play).not.toHaveBeenCalled();
  const game = await games.open(sync.id!);
  expect(game.nodes).toHaveLength(4);
  expect(fromStoredGame(game).game.about).toEqual(about);
});

test("lost responses are retried, and nothing is stored twice", async () => {
  const games = fakeGames();
  let calls = 0;
  const flaky = new Proxy(games, {
    get: (target, name: keyof typeof games) => {
      const method = target[name];
      if (typeof method !== "function") return method;
      return async (...parts: never[]) => {
        const answer = await (method as (...given: never[]) => Promise<unknown>)(...parts);
        // The server stored it and died before it could respond.
        if (++calls % 2 === 1) throw new ApiError({ code: "offline", message: "" });
        return answer;
      };
    },
  });
  vi.useFakeTimers();
  const session = new GameSession(fakeClient());
  await played(session);
  const sync = new ServerSync(flaky, session.state());
  const running = sync.run();
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  expect(sync.status.value).toBe("saved");
  expect(games.all.size).toBe(1);
  expect((await games.open(sync.id!)).nodes).toHaveLength(4);
});

test("a stored game converts back to its tree", async () => {
  const games = fakeGames();
  const session = new GameSession(fakeClient());
  await played(session);
  const sync = new ServerSync(games, session.state());
  await sync.run();
  const { game } = fromStoredGame(await games.open(sync.id!));
  const plain = ({ tree }: typeof game) =>
    tree.map(({ parent, point, comment }) => ({ parent, point, comment }));
  expect(plain(game)).toEqual(plain(session.state()));
});

test("a game resumes at its node, merged with the server's tree", async () => {
  const games = fakeGames();
  const client = fakeClient({ games });
  const first = new GameSession(client);
  const persistence = new GamePersistence(client, first);
  const stop = persistence.watch();
  await played(first);
  await vi.waitFor(() => expect(persistence.serverSync.value?.status.value).toBe("saved"));
  stop();
  // Another tab adds a branch.
  await games.play(persistence.serverSync.value!.id!, { parent: 1, point: p(12, 12) });
  const second = new GameSession(client);
  await new GamePersistence(client, second).resume(
    "",
    () => undefined,
    () => false,
  );
  expect(second.position.value).toEqual(first.position.value);
  expect(second.tree.value[1]?.children).toHaveLength(2);
  expect(second.tree.value).toHaveLength(6);
});

test("a game that was deleted on the server is created again", async () => {
  const games = fakeGames();
  const session = new GameSession(fakeClient());
  await played(session);
  const sync = new ServerSync(games, session.state());
  await sync.run();
  games.all.clear();
  await session.place(p(0, 0));
  sync.update(session.state());
  await vi.waitFor(() => expect(sync.status.value).toBe("saved"));
  expect([...games.all.values()][0]?.nodes).toHaveLength(5);
});

/** Linear congruential generator. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("random actions always end in equal trees", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const below = random(seed);
    const games = fakeGames();
    const client = fakeClient({ games });
    const session = new GameSession(client);
    const persistence = new GamePersistence(client, session);
    const stop = persistence.watch();
    await session.start(FRIENDS);
    session.setChance(0, 0.5);
    for (let act = 0; act < 60; act++) {
      const what = below(10);
      if (what < 5) await session.place(p(below(15), below(15)));
      else if (what === 5) await session.undo();
      else if (what === 6) await session.redo();
      else if (what === 7) await session.switchVariation(below(2) === 0 ? 1 : -1);
      else if (what === 8) session.setComment(`note ${act}`);
      else session.setChance(session.at.value, below(100) / 100);
    }
    await vi.waitFor(() => expect(persistence.serverSync.value?.status.value).toBe("saved"));
    stop();
    const { game } = fromStoredGame(await games.open(persistence.serverSync.value!.id!));
    const plain = ({ tree }: typeof game) =>
      tree.map(({ parent, point, comment, chance }) => ({ parent, point, comment, chance }));
    expect(plain(game)).toEqual(plain(session.state()));
  }
});

test("deleted and promoted variations are synced, and a deleted one that was never sent stays here", async () => {
  const games = fakeGames();
  const session = new GameSession(fakeClient({ games }));
  await played(session);
  const sync = new ServerSync(games, session.state());
  await sync.run();
  const editor = new TreeEditor(session);
  await editor.promote(true);
  await session.walk(-1);
  await session.place(p(7, 7));
  await editor.deleteHere();
  sync.update(session.state());
  await vi.waitFor(() => expect(sync.status.value).toBe("saved"));
  const game = await games.open(sync.id!);
  expect(game.nodes).toHaveLength(4);
  expect(game.arrangement).toEqual({ deleted: [], order: [4, 3], folded: [] });
  const { tree } = fromStoredGame(game).game;
  expect(tree[2]!.children).toEqual([4, 3]);
  // Brought back, it is sent.
  await editor.undelete();
  sync.update(session.state());
  await vi.waitFor(() => expect(sync.status.value).toBe("saved"));
  expect((await games.open(sync.id!)).nodes).toHaveLength(5);
});
