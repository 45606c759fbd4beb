import type { Client } from "../api/client";
import type { ConvertRequest } from "../api/types";
import type { PlayController } from "./playController";
import { reviewAnnotations } from "./reviewText";

export const RECORD_FORMATS = ["sgf", "psq", "positions"] as const;
export const PICTURE_FORMATS = ["png", "svg", "gif"] as const;
export type ExportFormat = (typeof RECORD_FORMATS)[number] | (typeof PICTURE_FORMATS)[number];

export interface ExportedFile {
  readonly blob: Blob;
  readonly name: string;
  /** What the format cannot represent. */
  readonly losses: readonly string[];
}

interface PictureOptions {
  readonly theme: string;
  readonly numbers: boolean;
}

/** Exports the game as a file. SGF has all variations; other formats have the line to the current node. */
export async function exportGame(
  client: Client,
  { session, persistence }: Pick<PlayController, "session" | "persistence">,
  format: ExportFormat,
  options: PictureOptions,
): Promise<ExportedFile> {
  const position = session.position.value;
  const name = `tengen-${position.rule}-${position.moves.length}`;
  if (isPicture(format)) {
    const blob = await client.picture({ position, format, ...options });
    return { blob, name: `${name}.${format}`, losses: [] };
  }
  const sync = persistence.serverSync.value;
  const whole = format === "sgf" && sync?.id && sync.status.value === "saved" ? sync.id : null;
  const source: ConvertRequest["source"] = whole
    ? { kind: "game", id: whole }
    : { kind: "position", position };
  const review = session.review.value;
  const annotations = format === "sgf" && review ? reviewAnnotations(review) : null;
  const { text, extension, losses } = await client.convert({
    source,
    format,
    ...(annotations && { annotations }),
  });
  return {
    blob: new Blob([text], { type: "text/plain;charset=utf-8" }),
    name: `${name}.${extension}`,
    losses,
  };
}

const isPicture = (format: ExportFormat): format is (typeof PICTURE_FORMATS)[number] =>
  (PICTURE_FORMATS as readonly string[]).includes(format);
