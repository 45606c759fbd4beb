import type { View } from "../api/types";
import type { BoardView, Forbidden, Heat, Mark, Stone } from "../board/boardView";
import { type Area, key, type Point } from "../board/point";
import { pointName } from "../board/pointName";
import { say } from "../i18n/t";
import type { Obstacle } from "./illegalReason";

const SHAPES = { three: "3", four: "4", six: "6" } as const;

export const sizeName = (area: Area): string => (area ? say("size.of", { ...area }) : say("size.infinite"));

/** Why a stone cannot lie on a point, in words. */
export function whyNot(obstacle: Obstacle, point: string): string {
  if (obstacle.kind === "occupied") return say("why.occupied", { point });
  return say("why.refused", { point, why: reason(obstacle) });
}

function reason(obstacle: Exclude<Obstacle, { kind: "occupied" }>): string {
  return obstacle.kind === "chokes"
    ? say("why.chokes", { color: say(`color.${obstacle.color}`) })
    : say(`why.${obstacle.kind}`);
}

/** What the server says about a position, as the board draws it. */
export function boardView(
  view: View,
  extra: {
    turn: BoardView["turn"];
    pending?: Stone | null;
    marks?: readonly Mark[];
    heat?: readonly Heat[];
    lines?: BoardView["lines"];
  },
): BoardView {
  const fouls: Forbidden[] =
    view.turn === "black"
      ? view.forbidden.map(({ x, y, kind, lines }) => ({
          x,
          y,
          shape: SHAPES[kind],
          lines: lines.map((line) => line.points),
        }))
      : [];
  const choked: Forbidden[] = view.illegal.map(({ x, y }) => ({ x, y, shape: "x", lines: [] }));
  return {
    area: view.area,
    turn: extra.turn,
    stones: view.stones,
    last: view.last,
    forbidden: view.ending ? [] : [...fouls, ...choked],
    lines: extra.lines?.length ? extra.lines : (view.ending?.lines.map((line) => line.points) ?? []),
    marks: extra.marks ?? [],
    heat: extra.heat ?? [],
    pending: extra.pending ?? null,
  };
}

/** Names every point with all that is on it, for those who hear the board. */
export function labeller(view: View): (point: Point) => string {
  const stones = new Map(view.stones.map((stone) => [key(stone), stone]));
  const liberties = new Map<string, number>();
  for (const chain of view.chains)
    for (const stone of chain.stones) liberties.set(key(stone), chain.liberties.length);
  const reasons = new Map<string, string>();
  for (const { x, y, chokes } of view.illegal)
    reasons.set(key({ x, y }), reason({ kind: "chokes", color: chokes }));
  if (view.turn === "black")
    for (const foul of view.forbidden) reasons.set(key(foul), reason({ kind: foul.kind }));
  return (point) => {
    const name = pointName(view.area, point);
    const stone = stones.get(key(point));
    if (stone) {
      const color = say(`color.${stone.color}`);
      const plain = stone.number
        ? say("board.numbered", { point: name, color, number: stone.number })
        : say("board.stone", { point: name, color });
      const count = liberties.get(key(point));
      const text = count === undefined ? plain : say("board.liberties", { text: plain, count });
      return view.last?.x === point.x && view.last.y === point.y ? say("board.last", { text }) : text;
    }
    const why = reasons.get(key(point));
    return why ? say("board.forbidden", { point: name, why }) : say("board.empty", { point: name });
  };
}

/** How a game ended, in words. */
export function endingOf(view: View): string {
  const { winner, reason } = view.ending!;
  return say(`play.won.${reason}`, { color: winner ? say(`color.${winner}`) : "" });
}
