import type { Chain, Film, Frame } from "../api/types";
import { type Color, otherColor, type Point, pointKey } from "../board/point";

/** A whole game of two scanning players, for tests: a simple implementation of the rules. */
export function film(side: number): Film {
  const stones = new Map<string, Color>();
  const points = Array.from({ length: side * side }, (_, i) => ({ x: i % side, y: Math.floor(i / side) }));
  const near = ({ x, y }: Point): Point[] =>
    [
      { x, y: y - 1 },
      { x: x - 1, y },
      { x: x + 1, y },
      { x, y: y + 1 },
    ].filter((point) => point.x >= 0 && point.y >= 0 && point.x < side && point.y < side);
  const chain = (start: Point): Chain => {
    const color = stones.get(pointKey(start))!;
    const own = new Map([[pointKey(start), start]]);
    const free = new Map<string, Point>();
    for (const point of own.values()) {
      for (const next of near(point)) {
        const there = stones.get(pointKey(next));
        if (there === color) own.set(pointKey(next), next);
        if (there === undefined) free.set(pointKey(next), next);
      }
    }
    return { id: 0, color, stones: [...own.values()], liberties: [...free.values()] };
  };
  const legal = (point: Point, color: Color): boolean => {
    if (stones.has(pointKey(point))) return false;
    stones.set(pointKey(point), color);
    const around = [point, ...near(point).filter((next) => stones.has(pointKey(next)))];
    const good = around.every((next) => chain(next).liberties.length > 0);
    stones.delete(pointKey(point));
    return good;
  };

  const ids = new Map<string, number>();
  const frames: Frame[] = [];
  let color: Color = "black";
  for (;;) {
    const index = points.findIndex((point) => legal(point, color));
    const point = points[index];
    const tried = points.slice(0, Math.max(index, 0)).filter((each) => !stones.has(pointKey(each)));
    if (!point)
      return {
        size: { width: side, height: side },
        stones: [],
        chains: [],
        frames,
        stuck: color,
        winner: otherColor(color),
        tried: [],
      };
    stones.set(pointKey(point), color);
    const mine = chain(point);
    const before = [
      ...new Set(mine.stones.map((stone) => ids.get(pointKey(stone))).filter((id) => id !== undefined)),
    ];
    const id = before[0] ?? frames.length;
    for (const stone of mine.stones) ids.set(pointKey(stone), id);
    const rivals = near(point).filter((next) => stones.get(pointKey(next)) === otherColor(color));
    const changed = new Map(rivals.map((next) => [ids.get(pointKey(next))!, chain(next)]));
    frames.push({
      number: frames.length + 1,
      color,
      tried,
      point,
      pointers: { black: null, white: null, [color]: index },
      joined: before.slice(1),
      chains: [{ ...mine, id }, ...[...changed].map(([rival, each]) => ({ ...each, id: rival }))],
    });
    color = otherColor(color);
  }
}
