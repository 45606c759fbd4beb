import type { Chain, Film, FilmQuestion, Frame, Position, Stone, View } from "../../src/api/types";
import { type Color, key, other, type Point } from "../../src/board/point";

// The rules of freestyle five-in-a-row and of NoGo in the plainest way, for tests of the page alone.

const AXES = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
  { x: 1, y: -1 },
];

export class Illegal extends Error {}

export function view({ rule, area, setup, moves }: Position): View {
  const stones: Stone[] = (setup?.stones ?? []).map((stone) => ({ ...stone }));
  const board = new Map<string, Color>(stones.map((stone) => [key(stone), stone.color]));
  let turn: Color = setup?.turn ?? "black";
  let won: Point[] | null = null;
  for (const [index, point] of moves.entries()) {
    if (won || board.has(key(point))) throw new Illegal(`move ${index + 1}`);
    board.set(key(point), turn);
    stones.push({ ...point, color: turn, number: index + 1 });
    won = rule === "nogo" ? null : five(board, point);
    turn = other(turn);
  }
  const last = moves.at(-1);
  const grove = rule === "nogo" && area ? new Grove(board, area.width, area.height) : null;
  const stuck = grove?.legal(turn).length === 0;
  return {
    rule,
    area,
    turn,
    stones,
    ending: won
      ? { winner: other(turn), reason: "five", lines: [{ points: won, shape: "five", axis: "row" }] }
      : stuck
        ? { winner: other(turn), reason: "no-move", lines: [] }
        : null,
    forbidden: [],
    illegal: grove?.illegal(turn) ?? [],
    chains: grove?.chains() ?? [],
    last: last ? { ...last, name: key(last) } : null,
    hash: "",
  };
}

function five(board: ReadonlyMap<string, Color>, { x, y }: Point): Point[] | null {
  const color = board.get(key({ x, y }));
  for (const axis of AXES) {
    const line: Point[] = [];
    for (let step = -8; step <= 8; step++) {
      const point = { x: x + step * axis.x, y: y + step * axis.y };
      if (board.get(key(point)) === color) line.push(point);
      else if (line.length >= 5) break;
      else line.length = 0;
    }
    if (line.length >= 5) return line;
  }
  return null;
}

/** Chains of NoGo, found anew at every question. */
class Grove {
  constructor(
    private readonly board: Map<string, Color>,
    private readonly width: number,
    private readonly height: number,
  ) {}

  points(): Point[] {
    return Array.from({ length: this.width * this.height }, (_, i) => ({
      x: i % this.width,
      y: Math.floor(i / this.width),
    }));
  }

  chain(start: Point): Chain {
    const color = this.board.get(key(start))!;
    const stones = new Map([[key(start), start]]);
    const free = new Map<string, Point>();
    for (const stone of stones.values()) {
      for (const next of this.near(stone)) {
        const there = this.board.get(key(next));
        if (there === color) stones.set(key(next), next);
        else if (there === undefined) free.set(key(next), next);
      }
    }
    const inOrder = [...stones.values()].sort((a, b) => a.y - b.y || a.x - b.x);
    return {
      id: inOrder[0]!.y * this.width + inOrder[0]!.x,
      color,
      stones: inOrder,
      liberties: [...free.values()],
    };
  }

  chains(): Chain[] {
    const found = new Map<number, Chain>();
    for (const point of this.points()) {
      if (!this.board.has(key(point))) continue;
      const chain = this.chain(point);
      found.set(chain.id, chain);
    }
    return [...found.values()];
  }

  legal(turn: Color): Point[] {
    return this.points().filter((point) => !this.board.has(key(point)) && this.choked(point, turn) === null);
  }

  illegal(turn: Color): View["illegal"] {
    return this.points().flatMap((point) => {
      const chokes = this.board.has(key(point)) ? null : this.choked(point, turn);
      return chokes ? [{ ...point, chokes }] : [];
    });
  }

  near({ x, y }: Point): Point[] {
    const around = [
      { x, y: y - 1 },
      { x: x - 1, y },
      { x: x + 1, y },
      { x, y: y + 1 },
    ];
    return around.filter(
      (point) => point.x >= 0 && point.y >= 0 && point.x < this.width && point.y < this.height,
    );
  }

  /** Whose chain would have no liberty after a stone there. */
  private choked(point: Point, turn: Color): Color | null {
    this.board.set(key(point), turn);
    const touched = [point, ...this.near(point).filter((next) => this.board.has(key(next)))];
    const dead = touched.map((next) => this.chain(next)).find((chain) => chain.liberties.length === 0);
    this.board.delete(key(point));
    return dead?.color ?? null;
  }
}

/** A whole game of NoGo; the engine plays as chance does. */
export function film({ size, black, white, seed }: FilmQuestion): Film {
  const board = new Map<string, Color>();
  const grove = new Grove(board, size.width, size.height);
  const ids = new Map<string, number>();
  const frames: Frame[] = [];
  const pointers: Record<Color, number> = { black: 0, white: 0 };
  let chance = seed * 7919 + 17;
  let turn: Color = "black";
  for (;;) {
    const legal = grove.legal(turn);
    const hand = turn === "black" ? black : white;
    chance = (chance * 48271) % 2147483647;
    const point = hand.kind === "scan" ? legal[0] : legal[chance % Math.max(1, legal.length)];
    if (!point) return { size, stones: [], chains: [], frames, stuck: turn, winner: other(turn), tried: [] };
    const index = point.y * size.width + point.x;
    const passed = grove.points().slice(pointers[turn], index);
    const tried = hand.kind === "scan" ? passed.filter((each) => !board.has(key(each))) : [];
    if (hand.kind === "scan") pointers[turn] = index;
    board.set(key(point), turn);
    const mine = grove.chain(point);
    const before = [...new Set(mine.stones.flatMap((stone) => ids.get(key(stone)) ?? []))];
    const id = before[0] ?? frames.length;
    for (const stone of mine.stones) ids.set(key(stone), id);
    const rivals = new Map(
      grove
        .near(point)
        .filter((next) => board.get(key(next)) === other(turn))
        .map((next) => [ids.get(key(next))!, grove.chain(next)]),
    );
    frames.push({
      number: frames.length + 1,
      color: turn,
      tried,
      point,
      pointers: {
        black: black.kind === "scan" ? pointers.black : null,
        white: white.kind === "scan" ? pointers.white : null,
      },
      joined: before.slice(1),
      chains: [{ ...mine, id }, ...[...rivals].map(([rival, chain]) => ({ ...chain, id: rival }))],
    });
    turn = other(turn);
  }
}

/** An engine that makes five if it can, stops five if it must, and else plays beside the last stone. */
export function choose(position: Position): Point | null {
  const now = view(position);
  if (now.ending) return null;
  const { area } = position;
  const taken = new Set(now.stones.map(key));
  const barred = new Set(now.illegal.map(key));
  const center = now.last ?? {
    x: Math.floor((area?.width ?? 1) / 2),
    y: Math.floor((area?.height ?? 1) / 2),
  };
  const near: Point[] = [];
  const reach = area ? Math.max(area.width, area.height) : 6;
  for (let y = center.y - reach; y <= center.y + reach; y++) {
    for (let x = center.x - reach; x <= center.x + reach; x++) near.push({ x, y });
  }
  const free = near.filter(
    (point) =>
      !taken.has(key(point)) &&
      !barred.has(key(point)) &&
      (!area || (point.x >= 0 && point.y >= 0 && point.x < area.width && point.y < area.height)),
  );
  const makesFive = (color: Color) => (point: Point) => {
    const board = new Map<string, Color>(now.stones.map((stone) => [key(stone), stone.color]));
    return position.rule !== "nogo" && five(board.set(key(point), color), point) !== null;
  };
  const far = (point: Point): number => Math.hypot(point.x - center.x, point.y - center.y);
  const close = free.sort((a, b) => far(a) - far(b));
  return close.find(makesFive(now.turn)) ?? close.find(makesFive(other(now.turn))) ?? close[0] ?? null;
}
