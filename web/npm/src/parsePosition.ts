import { ApiError } from "../../src/api/apiError";
import type { Position } from "../../src/api/types";
import { type LinkError, parseLink } from "../../src/game/link";

const WANTED: Record<LinkError["what"], string> = {
  rule: "a rule: freestyle, exact, renju or nogo",
  size: "a size: 15x15 or infinite",
  setup: "a set-up: b:h8i9;w:g7",
  point: "a point of this board",
  pair: "a point: (3,-4)",
  parts: "part of a position: rule/size/moves",
  encoding: "encoded well",
  film: "a film",
};

/**
 * Parses a position: `renju/15x15/h8i9`, `freestyle/infinite/(0,0)(1,-1)`, or with stones that were set up,
 * those of the side to move first, `renju/15x15/b:h8;w:i9/g7`. Throws an `ApiError` that names the character.
 */
export function parsePosition(text: string): Position {
  const read = parseLink(text);
  if (read && "position" in read) return read.position;
  const { what, text: bad, at } = read?.fault ?? { what: "rule" as const, text: "", at: 1 };
  const message = `character ${at}: "${bad}" is not ${WANTED[what]}`;
  throw new ApiError({ code: "bad_position", message });
}
