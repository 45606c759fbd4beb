import { columnName, pointName } from "../board/pointName";
import { film } from "../pixel/film.fake";
import { ApiError, type Client, type GamesClient, type Job } from "./client";
import type { NamedPoint, Position, PositionView, StoredGame, StoredNode, Thought } from "./types";

/** Fake client for tests without rules: every move is legal, and the engine plays the first free point. */
export function fakeClient(change: Partial<Client> = {}): Client & { asked: Position[] } {
  const asked: Position[] = [];
  const missing = <Result>(): Promise<Result> =>
    Promise.reject(new ApiError({ code: "not_found", message: "" }));
  const client: Client = {
    games: fakeGames(),
    view: async (position) => {
      asked.push(position);
      return viewOf(position);
    },
    film: async ({ size }) => film(size.width),
    think: ({ position }, listener) => {
      const occupied = new Set(position.moves.map(({ x, y }) => `${x},${y}`));
      let x = 0;
      while (occupied.has(`${x},0`)) x++;
      const point = { x, y: 0, name: pointName(position.area, { x, y: 0 }) };
      const thought = thoughtOf(viewOf(position).turn, point);
      listener?.onUpdate?.({ ...thought, depth: 1 });
      return fakeJob(Promise.resolve(thought));
    },
    solve: () => fakeJob(missing()),
    review: () => fakeJob(missing()),
    swap2: missing,
    puzzle: missing,
    puzzleMove: missing,
    loadedBook: async () => ({ book: null }),
    lookUp: missing,
    judge: missing,
    import: missing,
    check: missing,
    convert: missing,
    picture: async () => new Blob(),
    checkStudy: async ({ nodes = [] }) => ({ moves: nodes.length, comments: 0 }),
    shareStudy: missing,
    openStudy: missing,
  };
  return { ...client, ...change, asked };
}

export const fakeJob = <Result>(result: Promise<Result>): Job<Result> => ({
  result,
  stop: () => undefined,
  finish: () => undefined,
});

/** A thought whose best move is the point, with a chance of 0.6. */
export function thoughtOf(turn: Thought["turn"], point: NamedPoint): Thought {
  const best = { point, value: { kind: "seems" as const }, chances: 0.6, line: [point] };
  return { turn, depth: 3, nodes: 100, elapsed_ms: 1, chances: 0.6, lines: [best], heat: [] };
}

const NO_INFO = { black: "", white: "", round: "", date: "", place: "", result: "" };

/**
 * In-memory games API. Idempotent as the server's: repeating a move under a parent returns the existing
 * node.
 */
export function fakeGames(): GamesClient & { readonly all: Map<string, StoredGame> } {
  const all = new Map<string, StoredGame>();
  const known = async (id: string): Promise<StoredGame> => {
    const game = all.get(id);
    if (!game) throw new ApiError({ code: "not_found", message: "" });
    return game;
  };
  return {
    all,
    list: async () => ({
      games: [...all.values()].map((game) => ({ ...game, nodes: game.nodes.length })),
    }),
    open: known,
    add: async ({ rule, area, setup, settings, key, title, info, comment, nodes = [] }) => {
      const id = key ?? `game${all.size}`;
      const start = {
        id,
        rule,
        area: area ?? null,
        settings: settings ?? "",
        title: title ?? "",
        info: { ...NO_INFO, ...info },
        comment: comment ?? "",
        chance: null,
        review: "",
        moved_ms: 0,
      };
      const kept = nodes.map(
        (node, index): StoredNode => ({
          ...{ name: "", color: "black", comment: "", chance: null, author: "person", created_ms: 0 },
          ...node,
          number: index + 1,
        }),
      );
      const game: StoredGame = all.get(id) ?? {
        ...start,
        ...(setup && { setup }),
        created_ms: 0,
        nodes: kept,
      };
      all.set(id, game);
      return game;
    },
    change: async (id, change) => {
      const { settings, review, arrangement } = change;
      const changed = {
        ...(settings != null && { settings }),
        ...(review != null && { review }),
        ...(arrangement && { arrangement }),
      };
      all.set(id, { ...(await known(id)), ...changed });
      return { kept: true };
    },
    drop: async (id) => {
      all.delete(id);
      return { kept: true };
    },
    play: async (id, { parent, point, author = "person" }) => {
      const game = await known(id);
      const there = game.nodes.find(
        (each) => each.parent === parent && each.x === point.x && each.y === point.y,
      );
      if (there) return there;
      const more = { name: "", color: "black", comment: "", chance: null, created_ms: 0 } as const;
      const node: StoredNode = { ...point, ...more, number: game.nodes.length + 1, parent, author };
      all.set(id, { ...game, nodes: [...game.nodes, node] });
      return node;
    },
    changeNode: async (id, number, { comment, chance }) => {
      const game = await known(id);
      if (number === 0) all.set(id, { ...game, comment: comment ?? game.comment, chance: chance ?? null });
      const nodes = game.nodes.map((node) =>
        node.number === number ? { ...node, comment: comment ?? node.comment, chance: chance ?? null } : node,
      );
      if (number > 0) all.set(id, { ...game, nodes });
      return { kept: true };
    },
  };
}

export function viewOf({ rule, area, setup, moves }: Position): PositionView {
  const start = setup?.turn ?? "black";
  const second = start === "black" ? "white" : "black";
  const played = moves.map((point, index) => ({
    ...point,
    color: index % 2 === 0 ? start : second,
    number: index + 1,
  }));
  const last = moves.at(-1);
  return {
    rule,
    area,
    turn: moves.length % 2 === 0 ? start : second,
    stones: [...(setup?.stones ?? []), ...played],
    ending: null,
    forbidden: [],
    illegal: [],
    playable: null,
    chains: [],
    last: last ? { ...last, name: pointName(area, last) } : null,
    columns: Array.from({ length: area?.width ?? 0 }, (_, x) => columnName(x)),
    rows: Array.from({ length: area?.height ?? 0 }, (_, y) => String(area!.height - y)),
    hash: "",
  };
}
