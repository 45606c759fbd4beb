import { OFFLINE, Refusal } from "./apiError";
import { follow, type Going } from "./eventStream";
import { ask, json } from "./request";
import type {
  CheckAnswer,
  CheckQuestion,
  Converted,
  ConvertQuestion,
  Film,
  FilmQuestion,
  Game,
  GameChange,
  Games,
  Imported,
  Judged,
  Kept,
  NewGame,
  NewNode,
  Node,
  NodeChange,
  PictureQuestion,
  Position,
  Progress,
  Solution,
  SolutionQuestion,
  Swap2Answer,
  Swap2Question,
  Thought,
  ThoughtQuestion,
  View,
} from "./types";

export { OFFLINE, Refusal, STOPPED } from "./apiError";
export type { Going } from "./eventStream";

/** How a record is to be read, where it does not say itself. */
export interface Reading {
  readonly name?: string;
  readonly format?: string;
  readonly rule?: string;
  readonly size?: string;
  /** Judging: how many games are told in full, and how many before them are not. */
  readonly most?: number;
  readonly skip?: number;
  /** Opening: which game of several, from 1. */
  readonly game?: number;
}

/** What is told while a search goes on. */
export interface Hearing<Told> {
  hear?(told: Told): void;
  /** The server is away; the search goes on when it is back. */
  waiting?(refusal: Refusal): void;
}

/** Games that are kept. Everything may be asked twice and is done once. */
export interface GamesClient {
  list(): Promise<Games>;
  open(id: string): Promise<Game>;
  add(game: NewGame): Promise<Game>;
  change(id: string, change: GameChange): Promise<Kept>;
  drop(id: string): Promise<Kept>;
  play(id: string, node: NewNode): Promise<Node>;
  changeNode(id: string, number: number, change: NodeChange): Promise<Kept>;
}

/** Everything the page may ask. All its access to the network goes through here. */
export interface Client {
  readonly games: GamesClient;
  view(position: Position): Promise<View>;
  film(question: FilmQuestion): Promise<Film>;
  /** Tells each thought as it comes; the result is the last one. */
  think(question: ThoughtQuestion, hearing?: Hearing<Thought>): Going<Thought>;
  solve(question: SolutionQuestion, hearing?: Hearing<Progress>): Going<Solution>;
  swap2(question: Swap2Question): Promise<Swap2Answer>;
  judge(record: Blob | string, reading?: Reading): Promise<Judged>;
  /** Opens a record whole, or a board, a list of pieces or puzzles. */
  import(record: Blob | string, reading?: Reading): Promise<Imported>;
  check(question: CheckQuestion): Promise<CheckAnswer>;
  convert(question: ConvertQuestion): Promise<Converted>;
  picture(question: PictureQuestion): Promise<Blob>;
}

/** The server that the page came from. */
export function httpClient(): Client {
  return {
    games,
    view: (position) => json("POST", "/api/view", position),
    film: (question) => json("POST", "/api/nogo/play", question),
    think: (question, hearing) =>
      follow<Thought>({ path: "/api/thoughts", question, event: "thought", ...hearing }),
    solve: (question, hearing) =>
      follow<Solution>({
        path: "/api/solutions",
        question,
        event: "solution",
        progress: (progress) => hearing?.hear?.(progress as Progress),
        ...(hearing?.waiting && { waiting: hearing.waiting }),
      }),
    swap2: (question) => json("POST", "/api/swap2", question),
    judge: (record, reading) => read("/api/judge", record, reading),
    import: (record, reading) => read("/api/import", record, reading),
    check: (question) => json("POST", "/api/check", question),
    convert: (question) => json("POST", "/api/convert", question),
    picture: async (question) => (await ask("POST", "/api/picture", JSON.stringify(question))).blob(),
  };
}

/** Asks about a record as it is in its file. */
async function read<Answer>(path: string, record: Blob | string, reading: Reading = {}): Promise<Answer> {
  const query = new URLSearchParams(
    Object.entries(reading).map(([name, value]) => [name, String(value)]),
  ).toString();
  const answer = await ask("POST", `${path}${query && `?${query}`}`, record, "application/octet-stream");
  // A connection may break in the middle of an answer.
  return answer.json().catch((error: Error) => {
    throw new Refusal({ code: OFFLINE, message: error.message });
  });
}

const games: GamesClient = {
  list: () => json("GET", "/api/games"),
  open: (id) => json("GET", `/api/games/${id}`),
  add: (game) => json("POST", "/api/games", game),
  change: (id, change) => json("PATCH", `/api/games/${id}`, change),
  drop: (id) => json("DELETE", `/api/games/${id}`),
  play: (id, node) => json("POST", `/api/games/${id}/nodes`, node),
  changeNode: (id, number, change) => json("PATCH", `/api/games/${id}/nodes/${number}`, change),
};
