import { ApiError, OFFLINE } from "./apiError";
import { type Job, startJob } from "./eventStream";
import { requestJson, sendRequest } from "./request";
import type {
  CheckRequest,
  CheckResponse,
  ConvertRequest,
  ConvertResponse,
  Film,
  FilmRequest,
  GameChange,
  GameList,
  ImportResponse,
  JudgeResponse,
  NewGameRequest,
  NewNodeRequest,
  NodeChange,
  PictureRequest,
  Position,
  PositionView,
  SaveResponse,
  Solution,
  SolutionRequest,
  SolveProgress,
  StoredGame,
  StoredNode,
  Swap2Request,
  Swap2Response,
  Thought,
  ThoughtRequest,
} from "./types";

export { ApiError, OFFLINE, STOPPED } from "./apiError";
export type { Job } from "./eventStream";

/** How a record is to be read, where it does not say itself. */
export interface ReadingOptions {
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
export interface JobListener<Update> {
  onUpdate?(update: Update): void;
  /** The server is away; the search goes on when it is back. */
  onRetry?(refusal: ApiError): void;
}

/** Games that are kept. Everything may be asked twice and is done once. */
export interface GamesClient {
  list(): Promise<GameList>;
  open(id: string): Promise<StoredGame>;
  add(game: NewGameRequest): Promise<StoredGame>;
  change(id: string, change: GameChange): Promise<SaveResponse>;
  drop(id: string): Promise<SaveResponse>;
  play(id: string, node: NewNodeRequest): Promise<StoredNode>;
  changeNode(id: string, number: number, change: NodeChange): Promise<SaveResponse>;
}

/** Everything the page may ask. All its access to the network goes through here. */
export interface Client {
  readonly games: GamesClient;
  view(position: Position): Promise<PositionView>;
  film(request: FilmRequest): Promise<Film>;
  /** Tells each thought as it comes; the result is the last one. */
  think(request: ThoughtRequest, listener?: JobListener<Thought>): Job<Thought>;
  solve(request: SolutionRequest, listener?: JobListener<SolveProgress>): Job<Solution>;
  swap2(request: Swap2Request): Promise<Swap2Response>;
  judge(record: Blob | string, reading?: ReadingOptions): Promise<JudgeResponse>;
  /** Opens a record whole, or a board, a list of pieces or puzzles. */
  import(record: Blob | string, reading?: ReadingOptions): Promise<ImportResponse>;
  check(request: CheckRequest): Promise<CheckResponse>;
  convert(request: ConvertRequest): Promise<ConvertResponse>;
  picture(request: PictureRequest): Promise<Blob>;
}

/** The server that the page came from. */
export function httpClient(): Client {
  return {
    games,
    view: (position) => requestJson("POST", "/api/view", position),
    film: (request) => requestJson("POST", "/api/nogo/play", request),
    think: (request, listener) =>
      startJob<Thought>({ path: "/api/thoughts", request, event: "thought", ...listener }),
    solve: (request, listener) =>
      startJob<Solution>({
        path: "/api/solutions",
        request,
        event: "solution",
        onProgress: (progress) => listener?.onUpdate?.(progress as SolveProgress),
        ...(listener?.onRetry && { onRetry: listener.onRetry }),
      }),
    swap2: (request) => requestJson("POST", "/api/swap2", request),
    judge: (record, reading) => read("/api/judge", record, reading),
    import: (record, reading) => read("/api/import", record, reading),
    check: (request) => requestJson("POST", "/api/check", request),
    convert: (request) => requestJson("POST", "/api/convert", request),
    picture: async (request) => (await sendRequest("POST", "/api/picture", JSON.stringify(request))).blob(),
  };
}

/** Asks about a record as it is in its file. */
async function read<Answer>(
  path: string,
  record: Blob | string,
  reading: ReadingOptions = {},
): Promise<Answer> {
  const query = new URLSearchParams(
    Object.entries(reading).map(([name, value]) => [name, String(value)]),
  ).toString();
  const response = await sendRequest(
    "POST",
    `${path}${query && `?${query}`}`,
    record,
    "application/octet-stream",
  );
  // A connection may break in the middle of an answer.
  return response.json().catch((error: Error) => {
    throw new ApiError({ code: OFFLINE, message: error.message });
  });
}

const games: GamesClient = {
  list: () => requestJson("GET", "/api/games"),
  open: (id) => requestJson("GET", `/api/games/${id}`),
  add: (game) => requestJson("POST", "/api/games", game),
  change: (id, change) => requestJson("PATCH", `/api/games/${id}`, change),
  drop: (id) => requestJson("DELETE", `/api/games/${id}`),
  play: (id, node) => requestJson("POST", `/api/games/${id}/nodes`, node),
  changeNode: (id, number, change) => requestJson("PATCH", `/api/games/${id}/nodes/${number}`, change),
};
