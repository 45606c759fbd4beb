import type { Client } from "../api/client";
import { newId } from "../api/request";
import type { Imported, ImportedGame, ListedGame, Position } from "../api/types";
import { pointName } from "../board/pointName";
import { say } from "../i18n/t";
import { aboutOf, type Taken } from "./gameState";
import { linked, pointsOf } from "./link";
import { FIRST_MATCH } from "./match";
import { firstLine, planted, treeOf, visit } from "./variationTree";

/** The board that stands there, for a text that does not say which. */
type Board = Pick<Position, "rule" | "area">;

/** A file, or a text that came in none. */
export type Source = string | (Blob & { readonly name?: string });

/** What stands before the moves in a link of Gomocalc: `https://gomocalc.com/#/h8i9`. */
const MOVES_LINK = /^\s*https?:\/\/\S*#\/(?=[a-z]\d)/i;

/** Two friends at the board: nobody answers in a game from elsewhere. */
const FRIENDS = { ...FIRST_MATCH, level: null };

/** A game that came in, whole, and the file it is one of. */
export interface Arrival {
  readonly game: Taken;
  /** What the server says of the file; null for a link or a list of points. */
  readonly file: Imported | null;
}

/**
 * Opens a text or a file whole: a link of this page, a list of points on a board without edges, or
 * whatever the server reads.
 */
export async function imported(
  client: Client,
  source: Source,
  { rule, area }: Board,
  game?: number,
): Promise<Arrival> {
  const position = typeof source === "string" ? positionOf(source, { rule, area }) : null;
  if (position) return { game: takenAt(position), file: null };
  const name = typeof source === "string" ? "" : source.name;
  const file = await client.import(typeof source === "string" ? source.replace(MOVES_LINK, "") : source, {
    rule,
    ...(area && { size: `${area.width}x${area.height}` }),
    ...(name && { name }),
    ...(game !== undefined && { game }),
  });
  return { game: takenFromRecord(file.game), file };
}

/** What the page itself can read: its links, and points of a board that no format of records has. */
function positionOf(text: string, { rule, area }: Board): Position | null {
  const known = linked(text.trim().replace(/^\S*#/, ""));
  if (known) return known;
  const moves = area ? null : pointsOf(area, text);
  return moves && moves.length > 0 ? { rule, area, moves } : null;
}

function takenAt({ rule, area, setup, moves }: Position): Taken {
  const match = { ...FRIENDS, rule, area };
  return { match, setup: setup ?? null, ...planted(moves), key: newId(), touched: true };
}

/** A game of a record, at the end of its main line. */
export function takenFromRecord({ rule, area, setup, title, info, comment, nodes }: ImportedGame): Taken {
  const tree = treeOf(nodes, comment);
  const at = firstLine(tree);
  return {
    match: { ...FRIENDS, rule, area },
    setup,
    tree: visit(tree, at),
    at,
    key: newId(),
    touched: true,
    about: aboutOf(title, info),
  };
}

/** What of a record is not in the game, in words. */
export function lossesOf({ losses, area }: ImportedGame): string[] {
  return losses.map(({ kind, count, place, why }) => {
    const lost = say(`import.loss.${kind}`, { count });
    if (!place?.move) return lost;
    const point = place.point ? pointName(area, place.point) : "?";
    return say("import.loss.first", { lost, number: place.move, point, why: why ?? "" }).trim();
  });
}

/** Who played, or what a game is called. */
export function playersOf({ black, white, title }: Pick<ListedGame, "black" | "white" | "title">): string {
  return black || white ? say("import.players", { black: black || "?", white: white || "?" }) : title;
}
