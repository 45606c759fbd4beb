import { signal } from "@preact/signals";
import type { FilmRequest, NoGoPlayer } from "../api/types";

export const PLAYERS = ["scan", "random", "engine"] as const;
export type PlayerName = (typeof PLAYERS)[number];
export const SIDES: readonly number[] = Array.from({ length: 24 }, (_, index) => index + 2);

const ENGINE_LEVEL = 5;

/** Settings of a film. The seed makes it deterministic. */
export interface FilmSettings {
  readonly side: number;
  readonly black: PlayerName;
  readonly white: PlayerName;
  readonly seed: number;
}

const FIRST: FilmSettings = { side: 9, black: "scan", white: "random", seed: 1 };

export const filmSettings = signal<FilmSettings>(FIRST);

export function filmRequest({ side, black, white, seed }: FilmSettings): FilmRequest {
  const player = (name: PlayerName): NoGoPlayer =>
    name === "engine" ? { kind: name, level: ENGINE_LEVEL } : { kind: name };
  return { size: { width: side, height: side }, black: player(black), white: player(white), seed };
}

/** Another film of the same kind. Two scans play one game only, so one of them becomes random. */
export function nextFilm(settings: FilmSettings): FilmSettings {
  const isSingle = settings.black === "scan" && settings.white === "scan";
  return { ...settings, seed: settings.seed + 1, ...(isSingle && { white: "random" as const }) };
}

/** Formats the settings as the hash of an address: `9/scan/random/1`. */
export const formatFilmLink = ({ side, black, white, seed }: FilmSettings): string =>
  [side, black, white, seed].join("/");

/** Parses the hash of an address; null if it is no film. */
export function parseFilmLink(link: string): FilmSettings | null {
  const [side, black, white, seed] = link.replace(/^#/, "").split("/");
  const isPlayer = (name: string | undefined): name is PlayerName => PLAYERS.includes(name as PlayerName);
  const settings = { side: Number(side), seed: Number(seed) };
  if (!SIDES.includes(settings.side) || !Number.isSafeInteger(settings.seed) || settings.seed < 0)
    return null;
  return isPlayer(black) && isPlayer(white) ? { ...settings, black, white } : null;
}
