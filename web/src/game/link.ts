import type { Position, Rule, Setup, Stone } from "../api/types";
import { pointName, pointNamed } from "../board/names";
import type { Area, Color, Point } from "../board/point";

const RULES: readonly Rule[] = ["freestyle", "exact", "renju", "nogo"];
const LARGEST = 64;

/**
 * A position as the part of an address after `#`: `renju/15x15/h8i9`. Stones that were set up stand in
 * front of the moves, those of the side to move first: `renju/15x15/b:h8i9;w:g7/j10`.
 */
export function linkOf({ rule, area, setup, moves }: Position): string {
  const size = area ? `${area.width}x${area.height}` : "infinite";
  const names = (points: readonly Point[]): string => points.map((point) => pointName(area, point)).join("");
  const parts: string[] = [rule, size];
  if (setup) {
    const side = (color: Color): string =>
      `${color[0]}:${names(setup.stones.filter((stone) => stone.color === color))}`;
    parts.push(
      setup.turn === "black" ? `${side("black")};${side("white")}` : `${side("white")};${side("black")}`,
    );
  }
  if (moves.length > 0) parts.push(names(moves));
  return parts.join("/");
}

/** The position that a link is; null if it is none. */
export function linked(link: string): Position | null {
  const [rule, size, ...rest] = decode(link).split("/");
  const area = areaOf(size ?? "");
  if (area === undefined || !RULES.includes(rule as Rule) || rest.length > 2) return null;
  const set = rest[0]?.includes(":") ? rest.shift() : undefined;
  if (rest.length > 1) return null;
  const setup = set === undefined ? null : setupOf(area, set);
  const moves = pointsOf(area, rest[0] ?? "");
  if (!moves || (set !== undefined && !setup)) return null;
  return { rule: rule as Rule, area, moves, ...(setup && { setup }) };
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link.replace(/^#/, ""));
  } catch {
    return "";
  }
}

/** Undefined if the text is no size. */
function areaOf(text: string): Area | undefined {
  if (text === "infinite") return null;
  const [width, height] = /^(\d{1,2})x(\d{1,2})$/.exec(text)?.slice(1).map(Number) ?? [];
  const good = (side: number | undefined): side is number =>
    side !== undefined && side > 0 && side <= LARGEST;
  return good(width) && good(height) ? { width, height } : undefined;
}

function setupOf(area: Area, text: string): Setup | null {
  const sides = /^([bw]):([^;]*);([bw]):([^;]*)$/.exec(text);
  if (!sides || sides[1] === sides[3]) return null;
  const stones = (letter: string, names: string): Stone[] | null =>
    pointsOf(area, names)?.map((point) => ({ ...point, color: colorOf(letter) })) ?? null;
  const first = stones(sides[1]!, sides[2]!);
  const second = stones(sides[3]!, sides[4]!);
  return first && second && { stones: [...first, ...second], turn: colorOf(sides[1]!) };
}

const colorOf = (letter: string): Color => (letter === "b" ? "black" : "white");

/** The points of names written one after the other; null if some text is no point. */
export function pointsOf(area: Area, text: string): Point[] | null {
  const names = text.match(area ? /[a-z]{1,2}\d{1,2}/gi : /\(-?\d+,-?\d+\)/g) ?? [];
  if (names.join("").length !== text.replace(/\s/g, "").length) return null;
  const points = names.map((name) => pointNamed(area, name));
  return points.every((point) => point !== null) ? (points as Point[]) : null;
}
