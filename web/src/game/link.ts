import type { Position, Rule, Setup, Stone } from "../api/types";
import type { Area, Color, Point } from "../board/point";
import { parsePoint, pointName } from "../board/pointName";
import { RULES } from "./match";

const MAX_SIDE = 64;

/**
 * Formats a position as the hash of an address: `renju/15x15/h8i9`. A setup comes before the moves, the side
 * to move first: `renju/15x15/b:h8i9;w:g7/j10`.
 */
export function formatLink({ rule, area, setup, moves }: Position): string {
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

/** Parse error of a link: the bad part, and its offset after `#`, from 1. */
export interface LinkError {
  readonly what: "rule" | "size" | "setup" | "point" | "pair" | "parts" | "encoding" | "film";
  readonly text: string;
  readonly at: number;
  /** First and last point of the board, for an error about a point. */
  readonly first?: string;
  readonly last?: string;
}

/** Maximum length of a quoted part. */
const MAX_SHOWN = 24;

export const linkError = (what: LinkError["what"], text: string, at = 1): LinkError => ({
  what,
  text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text,
  at,
});

/** Parses a link into a position or an error. Null if there is no link. */
export function parseLink(link: string): { position: Position } | { fault: LinkError } | null {
  const bare = link.replace(/^#/, "");
  if (bare === "") return null;
  const text = decode(bare);
  if (text === null) return { fault: linkError("encoding", bare) };
  const wrong = (what: LinkError["what"], part: string, at: number): { fault: LinkError } => ({
    fault: linkError(what, part, at + 1),
  });
  const [rule = "", size = "", ...rest] = text.split("/");
  if (!RULES.includes(rule as Rule)) return wrong("rule", rule, 0);
  const area = parseArea(size);
  let at = rule.length + 1;
  if (area === undefined) return wrong("size", size, at);
  at += size.length + 1;
  let setup: Setup | null = null;
  if (rest[0]?.includes(":")) {
    const set = rest.shift()!;
    const read = parseSetup(area, set);
    if (read === null) return wrong("setup", set, at);
    if ("bad" in read) return { fault: pointError(area, read.bad, at + read.at) };
    setup = read;
    at += set.length + 1;
  }
  const [names = "", ...more] = rest;
  const moves = scanPoints(area, names);
  if ("bad" in moves) return { fault: pointError(area, moves.bad, at + moves.at) };
  if (more.length > 0) return wrong("parts", more.join("/"), at + names.length + 1);
  return { position: { rule: rule as Rule, area, moves, ...(setup && { setup }) } };
}

/** The position of a link; null if it does not parse. */
export function positionFromLink(link: string): Position | null {
  const read = parseLink(link);
  return read && "position" in read ? read.position : null;
}

function decode(link: string): string | null {
  try {
    return decodeURIComponent(link);
  } catch {
    return null;
  }
}

/** Undefined if the text is no size. */
function parseArea(text: string): Area | undefined {
  if (text === "infinite") return null;
  const [width, height] = /^(\d{1,2})x(\d{1,2})$/.exec(text)?.slice(1).map(Number) ?? [];
  const good = (side: number | undefined): side is number =>
    side !== undefined && side > 0 && side <= MAX_SIDE;
  return good(width) && good(height) ? { width, height } : undefined;
}

/** A text that is no point, and its offset, from 0. */
interface BadPoint {
  readonly bad: string;
  readonly at: number;
}

/** Null if the text has not the form of a setup. */
function parseSetup(area: Area, text: string): Setup | BadPoint | null {
  const sides = /^([bw]):([^;]*);([bw]):([^;]*)$/.exec(text);
  if (!sides || sides[1] === sides[3]) return null;
  const stones: Stone[] = [];
  for (const [letter, names, at] of [
    [sides[1]!, sides[2]!, 2],
    [sides[3]!, sides[4]!, sides[2]!.length + 5],
  ] as const) {
    const points = scanPoints(area, names);
    if ("bad" in points) return { bad: points.bad, at: at + points.at };
    stones.push(...points.map((point) => ({ ...point, color: colorOf(letter) })));
  }
  return { stones, turn: colorOf(sides[1]!) };
}

const colorOf = (letter: string): Color => (letter === "b" ? "black" : "white");

function pointError(area: Area, text: string, at: number): LinkError {
  if (area === null) return linkError("pair", text, at + 1);
  const first = pointName(area, { x: 0, y: area.height - 1 });
  const last = pointName(area, { x: area.width - 1, y: 0 });
  return { ...linkError("point", text, at + 1), first, last };
}

/** Scans concatenated point names up to the first text that is none. */
function scanPoints(area: Area, text: string): Point[] | BadPoint {
  const names = area ? /\s*([a-z]{1,2}\d{1,2})/iy : /\s*(\(-?\d+,-?\d+\))/y;
  const points: Point[] = [];
  const end = text.trimEnd().length;
  while (names.lastIndex < end) {
    const from = names.lastIndex;
    const name = names.exec(text)?.[1];
    const point = name ? parsePoint(area, name) : null;
    if (!point) {
      const rest = text.slice(from).trimStart();
      return { bad: name ?? rest, at: text.length - rest.length };
    }
    points.push(point);
  }
  return points;
}

/** Parses concatenated point names; null if any text is no point. */
export function parsePoints(area: Area, text: string): Point[] | null {
  const points = scanPoints(area, text);
  return "bad" in points ? null : points;
}
