import type { Client } from "../api/client";
import { newId } from "../api/request";
import type { ImportedGame, ImportResponse, ListedGame, Position } from "../api/types";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import { type GameState, recordInfo } from "./gameState";
import { parsePoints, positionFromLink } from "./link";
import { FIRST_MATCH } from "./match";
import { firstLine, treeFromMoves, treeFromNodes, visit } from "./variationTree";

/** Current rule and board, for texts that do not state them. */
type BoardDefaults = Pick<Position, "rule" | "area">;

/** A file, or pasted text. */
export type ImportSource = string | (Blob & { readonly name?: string });

/** Prefix of a Gomocalc link before its moves: `https://gomocalc.com/#/h8i9`. */
const MOVES_LINK = /^\s*https?:\/\/\S*#\/(?=[a-z]\d)/i;

/** Match without an engine: imported games are not replied to. */
const FRIENDS = { ...FIRST_MATCH, level: null };

/** An imported game, and the response about its file. */
export interface ImportResult {
  readonly game: GameState;
  /** Response of the server; null for a link or a list of points. */
  readonly file: ImportResponse | null;
}

/**
 * Imports a text or a file: a link of this page, a list of points of an infinite board, or any format that
 * the server parses.
 */
export async function importGame(
  client: Client,
  source: ImportSource,
  { rule, area }: BoardDefaults,
  game?: number,
): Promise<ImportResult> {
  const position = typeof source === "string" ? parsePosition(source, { rule, area }) : null;
  if (position) return { game: gameFromPosition(position), file: null };
  const name = typeof source === "string" ? "" : source.name;
  const file = await client.import(typeof source === "string" ? source.replace(MOVES_LINK, "") : source, {
    rule,
    ...(area && { size: `${area.width}x${area.height}` }),
    ...(name && { name }),
    ...(game !== undefined && { game }),
  });
  return { game: gameFromRecord(file.game), file };
}

/** Parses what the page handles itself: its links, and points of an infinite board. */
function parsePosition(text: string, { rule, area }: BoardDefaults): Position | null {
  const known = positionFromLink(text.trim().replace(/^\S*#/, ""));
  if (known) return known;
  const moves = area ? null : parsePoints(area, text);
  return moves && moves.length > 0 ? { rule, area, moves } : null;
}

function gameFromPosition({ rule, area, setup, moves }: Position): GameState {
  const match = { ...FRIENDS, rule, area };
  return { match, setup: setup ?? null, ...treeFromMoves(moves), key: newId(), touched: true };
}

/** Game state of an imported record, at the end of its main line. */
export function gameFromRecord({ rule, area, setup, title, info, comment, nodes }: ImportedGame): GameState {
  const tree = treeFromNodes(nodes, comment);
  const at = firstLine(tree);
  return {
    match: { ...FRIENDS, rule, area },
    setup,
    tree: visit(tree, at),
    at,
    key: newId(),
    touched: true,
    about: recordInfo(title, info),
  };
}

/** Localized losses of an import. */
export function lossTexts({ losses, area }: ImportedGame): string[] {
  return losses.map(({ kind, count, place, why, reason }) => {
    const lost = t(`import.loss.${kind}`, { count });
    if (!place?.move) return lost;
    const detail = reason ? t(`reason.${reason}`, { message: why ?? "" }) : (why ?? "");
    const point = place.point ? pointName(area, place.point) : "?";
    return t("import.loss.first", { lost, number: place.move, point, why: detail }).trim();
  });
}

/** The players of a game, else its title. */
export function playersText({ black, white, title }: Pick<ListedGame, "black" | "white" | "title">): string {
  return black || white ? t("import.players", { black: black || "?", white: white || "?" }) : title;
}
