import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../api/client";
import { fakeClient, fakeGames } from "../api/client.fake";
import { FIRST_MATCH, settingsIn } from "./match";
import { Keeper, takenFrom } from "./persistence";
import { Ledger } from "./serverSync";
import { Session } from "./session";

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

async function played(session: Session): Promise<void> {
  await session.start(FRIENDS);
  for (const x of [1, 2, 3]) await session.place(p(x, x));
  await session.undo();
  await session.place(p(9, 9));
  session.note("better");
}

test("every move, branch and comment reaches the server, in its order", async () => {
  const games = fakeGames();
  const session = new Session(fakeClient({ games }));
  await played(session);
  const ledger = new Ledger(games, session.taken());
  await ledger.run();
  expect(ledger.safety.value).toBe("saved");
  const game = await games.open(ledger.id!);
  expect(game.nodes.map(({ parent, x }) => [parent, x])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 9],
  ]);
  expect(game.nodes[3]?.comment).toBe("better");
  expect(settingsIn(game.settings).level).toBeNull();
});

test("a game that comes whole is written at once, with who played", async () => {
  const games = fakeGames();
  const play = vi.spyOn(games, "play");
  const session = new Session(fakeClient());
  await played(session);
  const about = { title: "Cup", black: "Ada", white: "Bo", round: "", date: "", place: "", result: "a draw" };
  const ledger = new Ledger(games, { ...session.taken(), about });
  await ledger.run();
  expect(play).not.toHaveBeenCalled();
  const game = await games.open(ledger.id!);
  expect(game.nodes).toHaveLength(4);
  expect(takenFrom(game).game.about).toEqual(about);
});

test("answers that are lost are asked for again, and nothing is written twice", async () => {
  const games = fakeGames();
  let calls = 0;
  const flaky = new Proxy(games, {
    get: (target, name: keyof typeof games) => {
      const method = target[name];
      if (typeof method !== "function") return method;
      return async (...parts: never[]) => {
        const answer = await (method as (...given: never[]) => Promise<unknown>)(...parts);
        // The server did it, and died before it could say so.
        if (++calls % 2 === 1) throw new Refusal({ code: "offline", message: "" });
        return answer;
      };
    },
  });
  vi.useFakeTimers();
  const session = new Session(fakeClient());
  await played(session);
  const ledger = new Ledger(flaky, session.taken());
  const running = ledger.run();
  await vi.runAllTimersAsync();
  await running;
  vi.useRealTimers();
  expect(ledger.safety.value).toBe("saved");
  expect(games.all.size).toBe(1);
  expect((await games.open(ledger.id!)).nodes).toHaveLength(4);
});

test("a game of the server is the game that was written", async () => {
  const games = fakeGames();
  const session = new Session(fakeClient());
  await played(session);
  const ledger = new Ledger(games, session.taken());
  await ledger.run();
  const { game } = takenFrom(await games.open(ledger.id!));
  const plain = ({ tree }: typeof game) =>
    tree.map(({ parent, point, comment }) => ({ parent, point, comment }));
  expect(plain(game)).toEqual(plain(session.taken()));
});

test("a game is taken up where it was, with all that the server has", async () => {
  const games = fakeGames();
  const client = fakeClient({ games });
  const first = new Session(client);
  const keeper = new Keeper(client, first);
  const stop = keeper.watch();
  await played(first);
  await vi.waitFor(() => expect(keeper.ledger.value?.safety.value).toBe("saved"));
  stop();
  // Another page adds a branch.
  await games.play(keeper.ledger.value!.id!, { parent: 1, point: p(12, 12) });
  const second = new Session(client);
  await new Keeper(client, second).resume("", () => undefined);
  expect(second.position.value).toEqual(first.position.value);
  expect(second.tree.value[1]?.children).toHaveLength(2);
  expect(second.tree.value).toHaveLength(6);
});

test("a game that the server does not know any more is written anew", async () => {
  const games = fakeGames();
  const session = new Session(fakeClient());
  await played(session);
  const ledger = new Ledger(games, session.taken());
  await ledger.run();
  games.all.clear();
  await session.place(p(0, 0));
  ledger.update(session.taken());
  await vi.waitFor(() => expect(ledger.safety.value).toBe("saved"));
  expect([...games.all.values()][0]?.nodes).toHaveLength(5);
});

/** Numbers that look like chance, the same at every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("whatever a person does, the server ends up with the same game", async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const below = random(seed);
    const games = fakeGames();
    const client = fakeClient({ games });
    const session = new Session(client);
    const keeper = new Keeper(client, session);
    const stop = keeper.watch();
    await session.start(FRIENDS);
    session.value(0, 0.5);
    for (let act = 0; act < 60; act++) {
      const what = below(10);
      if (what < 5) await session.place(p(below(15), below(15)));
      else if (what === 5) await session.undo();
      else if (what === 6) await session.redo();
      else if (what === 7) await session.vary(below(2) === 0 ? 1 : -1);
      else if (what === 8) session.note(`note ${act}`);
      else session.value(session.at.value, below(100) / 100);
    }
    await vi.waitFor(() => expect(keeper.ledger.value?.safety.value).toBe("saved"));
    stop();
    const { game } = takenFrom(await games.open(keeper.ledger.value!.id!));
    const plain = ({ tree }: typeof game) =>
      tree.map(({ parent, point, comment, chance }) => ({ parent, point, comment, chance }));
    expect(plain(game)).toEqual(plain(session.taken()));
  }
});
