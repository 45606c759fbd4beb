import type { Rule, Stone } from "../api/types";
import { type Area, isInside, otherColor, type Point } from "../board/point";
import { type GameState, positionOf } from "./gameState";
import { emptyTree, ROOT } from "./variationTree";

/** A game adapted to another rule or board, and the number of stones dropped. */
export interface AdaptedGame {
  readonly game: GameState;
  readonly lost: number;
}

/**
 * Adapts a game to another rule or board. The center stays the center as far as all stones fit. If only the
 * shown position fits, it becomes a setup without moves.
 */
export function adaptGame(game: GameState, rule: Rule, area: Area): AdaptedGame {
  const match = { ...game.match, rule, area };
  const set = game.setup?.stones ?? [];
  const played = game.tree.flatMap(({ point }) => point ?? []);
  const from = game.match.area;
  const by = fittingShift([...set, ...played], from, area);
  if (by) {
    const setup = game.setup && { ...game.setup, stones: set.map((stone) => translate(stone, by)) };
    const tree = game.tree.map((node) => ({ ...node, point: node.point && translate(node.point, by) }));
    return { game: { ...game, match, setup, tree }, lost: 0 };
  }
  const all = asSetup(game);
  const stones = all.setup!.stones;
  const offset = fittingShift(stones, from, area) ?? centerShift(stones, from, area);
  const fitting = stones.map((stone) => translate(stone, offset)).filter((stone) => isInside(area, stone));
  const setup = { ...all.setup!, stones: fitting };
  return { game: { ...all, match, setup }, lost: stones.length - fitting.length };
}

/** The shown position as a setup, without its moves. */
export function asSetup(game: GameState): GameState {
  const { setup, moves } = positionOf(game, game.at);
  const first = setup?.turn ?? "black";
  const color = (index: number): Stone["color"] => (index % 2 === 0 ? first : otherColor(first));
  const played = moves.map(({ x, y }, index): Stone => ({ x, y, color: color(index) }));
  const stones = [...(setup?.stones ?? []), ...played];
  return { ...game, setup: { stones, turn: color(moves.length) }, tree: emptyTree(), at: ROOT };
}

const translate = <At extends Point>(point: At, by: Point): At => ({
  ...point,
  x: point.x + by.x,
  y: point.y + by.y,
});

/** Translation that keeps the center, adjusted so that all points fit; null if they do not. */
function fittingShift(points: readonly Point[], from: Area, to: Area): Point | null {
  const by = centerShift(points, from, to);
  if (!to || points.length === 0) return by;
  const inside = (least: number, most: number, offset: number, side: number): number =>
    Math.min(Math.max(offset, -least), side - 1 - most);
  const { left, right, top, bottom } = boundingBox(points);
  if (right - left >= to.width || bottom - top >= to.height) return null;
  return { x: inside(left, right, by.x, to.width), y: inside(top, bottom, by.y, to.height) };
}

function centerShift(points: readonly Point[], from: Area, to: Area): Point {
  if (points.length === 0) return { x: 0, y: 0 };
  const { left, right, top, bottom } = boundingBox(points);
  const center = (area: Area, least: number, most: number, side: "width" | "height"): number =>
    area ? Math.floor(area[side] / 2) : Math.floor((least + most) / 2);
  if (!from && !to) return { x: 0, y: 0 };
  const old = { x: center(from, left, right, "width"), y: center(from, top, bottom, "height") };
  // The center of an infinite board is its origin.
  const next = to ? { x: Math.floor(to.width / 2), y: Math.floor(to.height / 2) } : { x: 0, y: 0 };
  return { x: next.x - old.x, y: next.y - old.y };
}

function boundingBox(points: readonly Point[]): { left: number; right: number; top: number; bottom: number } {
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
