import { ApiError, type GamesClient } from "../api/client";
import { newId } from "../api/request";
import type { GameInfo, NewGameRequest, StoredGame, StoredNode } from "../api/types";
import { otherColor } from "../board/point";
import { pointName } from "../board/pointName";

const DATABASE = "tengen";
const STORE = "games";
const NO_ARRANGEMENT = { deleted: [], order: [], folded: [] };
const NO_INFO: GameInfo = { black: "", white: "", round: "", date: "", place: "", result: "" };

/** Stored games in IndexedDB, for a page without a server. Requests are idempotent, as the server's are. */
export function indexedGames(factory: IDBFactory = indexedDB, now: () => number = Date.now): GamesClient {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => (opened ??= open(factory));
  const run = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => settled(work((await database()).transaction(STORE, mode).objectStore(STORE)));

  /** Changes a game in one transaction, so that two tabs do not overwrite each other. */
  const update = async <Result>(
    id: string,
    change: (game: StoredGame) => { game: StoredGame; result: Result },
  ): Promise<Result> => {
    const store = (await database()).transaction(STORE, "readwrite").objectStore(STORE);
    const { game, result } = change(known(await settled<StoredGame | undefined>(store.get(id))));
    await settled(store.put(game));
    return result;
  };
  const all = (): Promise<StoredGame[]> => run("readonly", (store) => store.getAll());
  const find = (id: string): Promise<StoredGame | undefined> => run("readonly", (store) => store.get(id));

  return {
    list: async () => ({
      games: (await all())
        .sort((one, other) => other.moved_ms - one.moved_ms)
        .map((game) => ({ ...game, nodes: game.nodes.length })),
    }),
    open: async (id) => known(await find(id)),
    add: async (request) => {
      const id = request.key ?? newId();
      const there = await find(id);
      if (there) return there;
      const game = newGame(id, request, now());
      await run("readwrite", (store) => store.put(game));
      return game;
    },
    change: (id, { title, settings, review, arrangement }) =>
      update(id, (game) => ({
        game: {
          ...game,
          title: title ?? game.title,
          settings: settings ?? game.settings,
          review: review ?? game.review ?? "",
          arrangement: { ...NO_ARRANGEMENT, ...game.arrangement, ...arrangement },
        },
        result: { kept: true },
      })),
    drop: async (id) => {
      await run("readwrite", (store) => store.delete(id));
      return { kept: true };
    },
    play: (id, { parent, point, author = "person" }) =>
      update(id, (game) => {
        const isIt = (node: StoredNode): boolean =>
          node.parent === parent && node.x === point.x && node.y === point.y;
        const there = game.nodes.find(isIt);
        if (there) return { game, result: there };
        const node = newNode(game, { parent, ...point, author }, game.nodes.length + 1, now());
        return { game: { ...game, moved_ms: now(), nodes: [...game.nodes, node] }, result: node };
      }),
    changeNode: (id, number, { comment, chance }) =>
      update(id, (game) => {
        const changed = <Place extends { comment: string; chance: number | null }>(place: Place): Place => ({
          ...place,
          comment: comment ?? place.comment,
          chance: chance ?? place.chance,
        });
        const nodes = game.nodes.map((node) => (node.number === number ? changed(node) : node));
        return { game: number === 0 ? changed(game) : { ...game, nodes }, result: { kept: true } };
      }),
    backup: {
      export: async () => new Blob([JSON.stringify(await all())], { type: "application/json" }),
      import: async (file) => {
        const games = parseBackup(await file.text());
        for (const game of games) await run("readwrite", (store) => store.put(game));
        return games.length;
      },
    },
  };
}

function newGame(id: string, request: NewGameRequest, time: number): StoredGame {
  const { rule, area, setup, moves, nodes } = request;
  let game: StoredGame = {
    id,
    rule,
    area: area ?? null,
    ...(setup && { setup }),
    title: request.title ?? "",
    info: { ...NO_INFO, ...request.info },
    settings: request.settings ?? "",
    created_ms: time,
    moved_ms: time,
    comment: request.comment ?? "",
    chance: null,
    review: "",
    arrangement: NO_ARRANGEMENT,
    nodes: [],
  };
  const line = (moves ?? []).map((point, parent) => ({ parent, ...point }));
  for (const node of nodes?.length ? nodes : line)
    game = { ...game, nodes: [...game.nodes, newNode(game, node, game.nodes.length + 1, time)] };
  return game;
}

function newNode(
  game: StoredGame,
  node: Pick<StoredNode, "parent" | "x" | "y"> & Partial<Pick<StoredNode, "author" | "comment" | "chance">>,
  number: number,
  created_ms: number,
): StoredNode {
  const { parent, x, y, author = "person", comment = "", chance = null } = node;
  const before = game.nodes[parent - 1];
  if (parent !== 0 && !before)
    throw new ApiError({ code: "not_found", message: `there is no node ${parent}` });
  const color = before ? otherColor(before.color) : (game.setup?.turn ?? "black");
  const name = pointName(game.area, { x, y });
  return { number, parent, x, y, name, color, author, comment, chance, created_ms };
}

/** The games of a file that `export` wrote. */
function parseBackup(text: string): readonly StoredGame[] {
  const bad = (message: string): ApiError => new ApiError({ code: "bad_record", message });
  let games: unknown;
  try {
    games = JSON.parse(text);
  } catch (error) {
    throw bad(`the file is no JSON: ${(error as Error).message}`);
  }
  const isGame = (game: Partial<StoredGame> | null): boolean =>
    typeof game?.id === "string" &&
    typeof game.rule === "string" &&
    Array.isArray(game.nodes) &&
    game.nodes.every(({ number, parent }, index) => number === index + 1 && parent < number);
  if (!Array.isArray(games)) throw bad("the file is no list of games");
  const wrong = games.findIndex((game) => !isGame(game));
  if (wrong >= 0) throw bad(`game ${wrong + 1} of the file is not as they are kept`);
  return games;
}

function known(game: StoredGame | undefined): StoredGame {
  if (!game) throw new ApiError({ code: "not_found", message: "there is no such game" });
  return game;
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
  return settled(request);
}

/** The result of a request. A full disk is an error of the API, which the page explains. */
function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      const { name = "", message = "" } = request.error ?? {};
      reject(new ApiError({ code: name === "QuotaExceededError" ? "no_room" : "internal", message }));
    };
  });
}
