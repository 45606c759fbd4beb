import type { Client } from "../api/client";
import type { ConvertQuestion } from "../api/types";
import type { Desk } from "./playController";

export const RECORDS = ["sgf", "psq", "positions"] as const;
export const PICTURES = ["png", "svg", "gif"] as const;
export type ExportFormat = (typeof RECORDS)[number] | (typeof PICTURES)[number];

export interface ExportedFile {
  readonly blob: Blob;
  readonly name: string;
  /** What the format cannot hold. */
  readonly losses: readonly string[];
}

interface ExportLook {
  readonly theme: string;
  readonly numbers: boolean;
}

/** The game as a file. SGF has all variations; the other formats have the way to what is looked at. */
export async function exported(
  client: Client,
  { session, keeper }: Pick<Desk, "session" | "keeper">,
  format: ExportFormat,
  look: ExportLook,
): Promise<ExportedFile> {
  const position = session.position.value;
  const name = `tengen-${position.rule}-${position.moves.length}`;
  if (isPicture(format)) {
    const blob = await client.picture({ position, format, ...look });
    return { blob, name: `${name}.${format}`, losses: [] };
  }
  const ledger = keeper.ledger.value;
  const whole = format === "sgf" && ledger?.id && ledger.safety.value === "saved" ? ledger.id : null;
  const source: ConvertQuestion["source"] = whole
    ? { kind: "game", id: whole }
    : { kind: "position", position };
  const { text, extension, losses } = await client.convert({ source, format });
  return {
    blob: new Blob([text], { type: "text/plain;charset=utf-8" }),
    name: `${name}.${extension}`,
    losses,
  };
}

const isPicture = (format: ExportFormat): format is (typeof PICTURES)[number] =>
  (PICTURES as readonly string[]).includes(format);
