import type { Rule, Stone } from "../api/types";
import { type Area, other, type Point } from "../board/point";
import { positionOf, type Taken } from "./gameState";
import { plant, ROOT } from "./variationTree";

/** A game under another rule or on another board, and how many stones found no place there. */
export interface Refitted {
  readonly game: Taken;
  readonly lost: number;
}

/**
 * The same stones under another rule or on another board: the middle stays the middle as far as all of
 * them fit. If only the moves to the position that is seen fit, that position is set up.
 */
export function refit(taken: Taken, rule: Rule, area: Area): Refitted {
  const match = { ...taken.match, rule, area };
  const set = taken.setup?.stones ?? [];
  const played = taken.tree.flatMap(({ point }) => point ?? []);
  const from = taken.match.area;
  const by = shift([...set, ...played], from, area);
  if (by) {
    const setup = taken.setup && { ...taken.setup, stones: set.map((stone) => moved(stone, by)) };
    const tree = taken.tree.map((node) => ({ ...node, point: node.point && moved(node.point, by) }));
    return { game: { ...taken, match, setup, tree }, lost: 0 };
  }
  const all = settled(taken);
  const stones = all.setup!.stones;
  const way = shift(stones, from, area) ?? middle(stones, from, area);
  const kept = stones.map((stone) => moved(stone, way)).filter((stone) => isOn(area, stone));
  const setup = { ...all.setup!, stones: kept };
  return { game: { ...all, match, setup }, lost: stones.length - kept.length };
}

/** The position that is seen, set up: how its stones came about is forgotten. */
export function settled(taken: Taken): Taken {
  const { setup, moves } = positionOf(taken, taken.at);
  const first = setup?.turn ?? "black";
  const color = (index: number): Stone["color"] => (index % 2 === 0 ? first : other(first));
  const played = moves.map(({ x, y }, index): Stone => ({ x, y, color: color(index) }));
  const stones = [...(setup?.stones ?? []), ...played];
  return { ...taken, setup: { stones, turn: color(moves.length) }, tree: plant(), at: ROOT };
}

const moved = <At extends Point>(point: At, by: Point): At => ({
  ...point,
  x: point.x + by.x,
  y: point.y + by.y,
});

const isOn = (area: Area, { x, y }: Point): boolean =>
  !area || (x >= 0 && y >= 0 && x < area.width && y < area.height);

/** How far points go so that the middle stays the middle, or a little more so that all fit; null if they do not. */
function shift(points: readonly Point[], from: Area, to: Area): Point | null {
  const by = middle(points, from, to);
  if (!to || points.length === 0) return by;
  const inside = (least: number, most: number, way: number, side: number): number =>
    Math.min(Math.max(way, -least), side - 1 - most);
  const { left, right, top, bottom } = boxOf(points);
  if (right - left >= to.width || bottom - top >= to.height) return null;
  return { x: inside(left, right, by.x, to.width), y: inside(top, bottom, by.y, to.height) };
}

function middle(points: readonly Point[], from: Area, to: Area): Point {
  if (points.length === 0) return { x: 0, y: 0 };
  const { left, right, top, bottom } = boxOf(points);
  const center = (area: Area, least: number, most: number, side: "width" | "height"): number =>
    area ? Math.floor(area[side] / 2) : Math.floor((least + most) / 2);
  if (!from && !to) return { x: 0, y: 0 };
  const old = { x: center(from, left, right, "width"), y: center(from, top, bottom, "height") };
  // The middle of a board without edges is its origin.
  const next = to ? { x: Math.floor(to.width / 2), y: Math.floor(to.height / 2) } : { x: 0, y: 0 };
  return { x: next.x - old.x, y: next.y - old.y };
}

function boxOf(points: readonly Point[]): { left: number; right: number; top: number; bottom: number } {
  let box = { left: points[0]!.x, right: points[0]!.x, top: points[0]!.y, bottom: points[0]!.y };
  for (const { x, y } of points)
    box = {
      left: Math.min(box.left, x),
      right: Math.max(box.right, x),
      top: Math.min(box.top, y),
      bottom: Math.max(box.bottom, y),
    };
  return box;
}
