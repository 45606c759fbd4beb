import { film } from "../pixel/film.fake";
import { type Client, Refusal } from "./client";
import type { Position, Thought, View } from "./types";

/** A server for tests that knows no rules: every move is good, and the engine plays the first free point. */
export function fakeClient(change: Partial<Client> = {}): Client & { asked: Position[] } {
  const asked: Position[] = [];
  const client: Client = {
    view: async (position) => {
      asked.push(position);
      return viewOf(position);
    },
    film: async ({ size }) => film(size.width),
    think: ({ position }, hear) => {
      const taken = new Set(position.moves.map(({ x, y }) => `${x},${y}`));
      let x = 0;
      while (taken.has(`${x},0`)) x++;
      const point = { x, y: 0 };
      const { turn } = viewOf(position);
      const best = { point, value: { kind: "seems" as const }, chances: 0.6, line: [point] };
      const thought: Thought = { turn, depth: 3, nodes: 100, lines: [best], heat: [] };
      hear({ ...thought, depth: 1 });
      return { result: Promise.resolve(thought), stop: () => undefined };
    },
    solve: () => ({
      result: Promise.reject(new Refusal({ code: "not_found", message: "" })),
      stop: () => undefined,
    }),
    judge: async () => [],
    convert: async () => "",
    picture: async () => new Blob(),
  };
  return { ...client, ...change, asked };
}

export function viewOf({ rule, area, setup, moves }: Position): View {
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
    chains: [],
    last: last ? { ...last, name: "" } : null,
    hash: "",
  };
}
