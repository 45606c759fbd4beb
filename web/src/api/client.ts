import type { ApiError } from "./apiError";
import { type Job, startJob } from "./eventStream";
import { readJson, requestJson, sendRequest } from "./request";
import type {
  BookAnswer,
  CheckRequest,
  CheckResponse,
  ConvertRequest,
  ConvertResponse,
  Film,
  FilmRequest,
  GameChange,
  GameList,
  GameReview,
  ImportResponse,
  JudgeResponse,
  LoadedBook,
  NewGameRequest,
  NewNodeRequest,
  NodeChange,
  PictureRequest,
  Position,
  PositionView,
  Puzzle,
  PuzzleMoveRequest,
  PuzzleMoveResponse,
  PuzzleRequest,
  ReviewProgress,
  ReviewRequest,
  SaveResponse,
  SharedStudy,
  Solution,
  SolutionRequest,
  SolveProgress,
  StoredGame,
  StoredNode,
  Study,
  StudySummary,
  Swap2Request,
  Swap2Response,
  Thought,
  ThoughtRequest,
} from "./types";

export { ApiError, asApiError, OFFLINE } from "./apiError";
export type { Job } from "./eventStream";

/** Options for parsing a record that does not state them itself. */
export interface ReadingOptions {
  readonly name?: string;
  readonly format?: string;
  readonly rule?: string;
  readonly size?: string;
  /** Pagination of judge requests: page size and offset. */
  readonly most?: number;
  readonly skip?: number;
  /** Import: number of the game in the file, from 1. */
  readonly game?: number;
}

/** Callbacks of a running job. */
export interface JobListener<Update> {
  onUpdate?(update: Update): void;
  /** The connection is lost; the job resumes when the server is back. */
  onRetry?(error: ApiError): void;
}

/** CRUD of stored games. Every request is idempotent, so that it can be retried. */
export interface GamesClient {
  list(): Promise<GameList>;
  open(id: string): Promise<StoredGame>;
  add(game: NewGameRequest): Promise<StoredGame>;
  change(id: string, change: GameChange): Promise<SaveResponse>;
  drop(id: string): Promise<SaveResponse>;
  play(id: string, node: NewNodeRequest): Promise<StoredNode>;
  changeNode(id: string, number: number, change: NodeChange): Promise<SaveResponse>;
  /** All games as one file, where they are kept in the browser alone. */
  readonly backup?: {
    export(): Promise<Blob>;
    /** Adds the games of a file, and gives how many they are. */
    import(file: Blob): Promise<number>;
  };
}

/** Client interface of the API. All network access of the page goes through it. */
export interface Client {
  readonly games: GamesClient;
  view(position: Position): Promise<PositionView>;
  film(request: FilmRequest): Promise<Film>;
  /** Streams intermediate thoughts to the listener; the result is the last one. */
  think(request: ThoughtRequest, listener?: JobListener<Thought>): Job<Thought>;
  solve(request: SolutionRequest, listener?: JobListener<SolveProgress>): Job<Solution>;
  /** Reviews a game: every move valued, mistakes marked. */
  review(request: ReviewRequest, listener?: JobListener<ReviewProgress>): Job<GameReview>;
  swap2(request: Swap2Request): Promise<Swap2Response>;
  /** A puzzle of the set, without its solution. */
  puzzle(request: PuzzleRequest): Promise<Puzzle>;
  /** What answers a move at a puzzle. */
  puzzleMove(request: PuzzleMoveRequest): Promise<PuzzleMoveResponse>;
  /** The opening book of the server, if there is one. */
  loadedBook(): Promise<LoadedBook>;
  /** Looks a position up in the opening book. */
  lookUp(position: Position): Promise<BookAnswer>;
  judge(record: Blob | string, reading?: ReadingOptions): Promise<JudgeResponse>;
  /** Imports a record with its variations, or a board, a list of pieces or puzzles. */
  import(record: Blob | string, reading?: ReadingOptions): Promise<ImportResponse>;
  check(request: CheckRequest): Promise<CheckResponse>;
  convert(request: ConvertRequest): Promise<ConvertResponse>;
  picture(request: PictureRequest): Promise<Blob>;
  /** Plays every move of a study; an error says what is wrong with it. */
  checkStudy(study: Study): Promise<StudySummary>;
  /** Keeps a study on the server, for a link that names it. */
  shareStudy(study: Study): Promise<SharedStudy>;
  openStudy(id: string): Promise<Study>;
}

/** HTTP client of the server that serves the page. */
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
        ...progressOf<SolveProgress>(listener),
      }),
    review: (request, listener) =>
      startJob<GameReview>({
        path: "/api/reviews",
        request,
        event: "review",
        ...progressOf<ReviewProgress>(listener),
      }),
    swap2: (request) => requestJson("POST", "/api/swap2", request),
    puzzle: (request) => requestJson("POST", "/api/puzzles", request),
    puzzleMove: (request) => requestJson("POST", "/api/puzzles/move", request),
    loadedBook: () => requestJson("GET", "/api/book"),
    lookUp: (position) => requestJson("POST", "/api/book", position),
    judge: (record, reading) => postRecord("/api/judge", record, reading),
    import: (record, reading) => postRecord("/api/import", record, reading),
    check: (request) => requestJson("POST", "/api/check", request),
    convert: (request) => requestJson("POST", "/api/convert", request),
    picture: async (request) => (await sendRequest("POST", "/api/picture", JSON.stringify(request))).blob(),
    checkStudy: (study) => requestJson("POST", "/api/studies/check", study),
    shareStudy: (study) => requestJson("POST", "/api/studies", study),
    openStudy: (id) => requestJson("GET", `/api/studies/${id}`),
  };
}

/** Callbacks of a job whose updates are its progress. */
const progressOf = <Progress>(listener: JobListener<Progress> | undefined) => ({
  onProgress: (progress: unknown): void => listener?.onUpdate?.(progress as Progress),
  ...(listener?.onRetry && { onRetry: listener.onRetry }),
});

/** Posts a record as the raw bytes of its file. */
async function postRecord<Body>(
  path: string,
  record: Blob | string,
  reading: ReadingOptions = {},
): Promise<Body> {
  const query = new URLSearchParams(
    Object.entries(reading).map(([name, value]) => [name, String(value)]),
  ).toString();
  const url = query ? `${path}?${query}` : path;
  return readJson(await sendRequest("POST", url, record, "application/octet-stream"));
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
