import { type Client, Refusal } from "../api/client";
import type { Position } from "../api/types";
import { linked, pointsOf } from "./link";

/** The board that stands there, for a text that does not say which. */
type Board = Pick<Position, "rule" | "area">;

/** The position of a text: a link, a list of points, or a record in any format that the server reads. */
export async function pasted(client: Client, text: string, { rule, area }: Board): Promise<Position> {
  const link = text.trim().replace(/^\S*#/, "");
  const known = linked(link);
  if (known) return known;
  const moves = pointsOf(area, text);
  if (moves && moves.length > 0) return { rule, area, moves };
  const size = area && `${area.width}x${area.height}`;
  const { games } = await client.judge(text, { rule, ...(size && { size }) });
  const [game] = games;
  if (!game) throw new Refusal({ code: "no_position", message: "" });
  if (game.fault) throw new Refusal(game.fault);
  const setup =
    game.setup.length > 0 || game.first === "white" ? { stones: game.setup, turn: game.first } : null;
  return { rule: game.rule, area: game.area, moves: game.moves, ...(setup && { setup }) };
}
