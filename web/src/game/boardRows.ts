import type { PositionView } from "../api/types";
import { type Point, pointKey } from "../board/point";
import { coordinateLabels } from "../board/pointName";

/** Rows of a board in letters, the top one first, with coordinates: X is Black, O White, * forbidden. */
export function boardRows({ area, stones, forbidden, illegal, turn }: PositionView): string[] {
  const signs = new Map<string, string>();
  for (const point of illegal) signs.set(pointKey(point), "*");
  if (turn === "black") for (const point of forbidden) signs.set(pointKey(point), "*");
  for (const stone of stones) signs.set(pointKey(stone), stone.color === "black" ? "X" : "O");
  const { left, right, top, bottom } = area
    ? { left: 0, right: area.width - 1, top: 0, bottom: area.height - 1 }
    : bounds(stones);
  const xs = Array.from({ length: right - left + 1 }, (_, index) => left + index);
  const columns = xs.map((x) => coordinateLabels(area, { x, y: 0 }).column);
  const wide = Math.max(...columns.map((column) => column.length));
  const rows: string[] = [];
  for (let y = top; y <= bottom; y++) {
    const row = coordinateLabels(area, { x: 0, y }).row.padStart(4);
    rows.push([row, ...xs.map((x) => (signs.get(pointKey({ x, y })) ?? ".").padStart(wide))].join(" "));
  }
  return [...rows, [" ".repeat(4), ...columns.map((column) => column.padStart(wide))].join(" ")];
}

/** The rectangle of the stones with a margin of one point. */
function bounds(stones: readonly Point[]): { left: number; right: number; top: number; bottom: number } {
  const [xs, ys] = [stones.map(({ x }) => x), stones.map(({ y }) => y)];
  return {
    left: Math.min(0, ...xs) - 1,
    right: Math.max(0, ...xs) + 1,
    top: Math.min(0, ...ys) - 1,
    bottom: Math.max(0, ...ys) + 1,
  };
}
