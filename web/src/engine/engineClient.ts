import { asApiError, type Client, type Job, type JobListener, type ReadingOptions } from "../api/client";
import type {
  GameReview,
  LoadedBook,
  ReviewProgress,
  Rule,
  Solution,
  SolutionRequest,
  SolveProgress,
  Thought,
  ThoughtRequest,
} from "../api/types";
import type { EngineAssets, EngineModule } from "./engineAssets";
import { ENGINE_LOST, EngineWorker, type QuestionOptions, type WorkerReply } from "./engineWorker";
import { FULL_LEVEL, jointThought, splitThought } from "./jointThought";
import { workerJob } from "./workerJob";

const decoder = new TextDecoder();

/** What the page decides about an engine client. */
export interface EngineClientOptions {
  readonly assets: EngineAssets;
  /** Whether questions are to be answered in the browser at this moment. */
  isWanted(): boolean;
  /** Processors; with more than two, a search at full strength has two workers where that helps. */
  readonly processors?: number;
  /** A worker was lost and replaced. */
  onLost(message: string): void;
  /** Starts a worker; for tests. */
  createWorker?(module: EngineModule): EngineWorker;
}

/** Client whose engine can be loaded before it is asked, and ended. */
export interface EngineClient extends Client {
  load(): Promise<void>;
  /** Ends the workers; questions that they have not answered fail with "stopped". A new question starts them again. */
  close(): void;
}

/**
 * Client that answers in the browser what needs no server: the engine runs in workers. One answers quick questions, one
 * makes films and openings, one or two search, one works on records, one reviews games, one works on puzzles; each is started
 * when it is first asked. Until the engine is loaded, views come from `server`, so that the
 * first paint waits for nothing.
 */
export function engineClient(server: Client, options: EngineClientOptions): EngineClient {
  const { assets, isWanted, processors = 1 } = options;
  const create =
    options.createWorker ?? ((module: EngineModule) => new EngineWorker(assets, module, options.onLost));
  const quick = create("engine");
  const slow = create("engine");
  const search = create("engine");
  const helper = create("engine");
  const records = create("records");
  const reviewer = create("review");
  const puzzles = create("puzzles");

  let book: LoadedBook["book"] = null;
  /** Whether the server would play by its opening book. */
  const isInBook = ({ level, position }: ThoughtRequest): boolean =>
    book != null &&
    (level ?? FULL_LEVEL) === FULL_LEVEL &&
    position.rule === book.position.rule &&
    JSON.stringify(position.area) === JSON.stringify(book.position.area);

  /** Asks a worker, and once again if it is lost. */
  const ask = async (
    worker: EngineWorker,
    address: string,
    body: Uint8Array | string | null,
    question?: QuestionOptions,
  ): Promise<WorkerReply> => {
    try {
      return await worker.ask(address, body, question).reply;
    } catch (error) {
      if (asApiError(error).code !== ENGINE_LOST) throw error;
      return worker.ask(address, body, question).reply;
    }
  };
  const askJson = async <Body>(
    worker: EngineWorker,
    address: string,
    request: unknown,
    weights?: Rule,
  ): Promise<Body> => {
    const reply = await ask(worker, address, JSON.stringify(request), { weights });
    return JSON.parse(decoder.decode(reply.bytes)) as Body;
  };
  const askRecord = async <Body>(
    path: string,
    record: Blob | string,
    reading: ReadingOptions = {},
  ): Promise<Body> => {
    const query = new URLSearchParams(
      Object.entries(reading).map(([name, value]) => [name, String(value)]),
    ).toString();
    const body = typeof record === "string" ? record : new Uint8Array(await record.arrayBuffer());
    const reply = await ask(records, query ? `${path}?${query}` : path, body);
    return JSON.parse(decoder.decode(reply.bytes)) as Body;
  };
  const think = (
    worker: EngineWorker,
    request: ThoughtRequest,
    listener: JobListener<Thought> | undefined,
  ): Job<Thought> =>
    workerJob<Thought, Thought>(worker, {
      address: "/api/thoughts",
      request,
      weights: request.position.rule,
      events: { update: "thought", result: "thought" },
      listener,
    });
  return {
    ...server,
    load: async () => void (await Promise.all([quick.warm(), search.warm()])),
    close: () => {
      for (const worker of [quick, slow, search, helper, records, reviewer, puzzles]) worker.terminate();
    },
    view: (position) => {
      if (!isWanted() || !assets.isReady) return server.view(position);
      // What is looked at is thought about next.
      void assets.weights(position.rule).catch(() => undefined);
      return askJson(quick, "/api/view", position);
    },
    film: (request) => (isWanted() ? askJson(slow, "/api/nogo/play", request) : server.film(request)),
    loadedBook: async () => {
      const loaded = await server.loadedBook();
      ({ book } = loaded);
      return loaded;
    },
    think: (request, listener) => {
      if (!isWanted() || isInBook(request)) return server.think(request, listener);
      // One processor is the page's.
      const parts = processors > 2 ? splitThought(request) : null;
      if (!parts) return think(search, request, listener);
      return jointThought(
        request,
        (listeners) => [think(search, parts[0], listeners[0]), think(helper, parts[1], listeners[1])],
        listener,
      );
    },
    solve: (request, listener) =>
      isWanted()
        ? workerJob<SolveProgress, Solution>(search, {
            address: "/api/solutions",
            request,
            events: { update: "progress", result: "solution" },
            listener,
            resultSoFar: (progress) => openSolution(request, progress),
          })
        : server.solve(request, listener),
    review: (request, listener) =>
      isWanted()
        ? workerJob<ReviewProgress, GameReview>(reviewer, {
            address: "/api/reviews",
            // The time limit is that of a position, and every position is an event.
            request: { ...request, time_ms: request.time_ms ?? null },
            weights: request.game.rule,
            events: { update: "progress", result: "review" },
            listener,
          })
        : server.review(request, listener),
    swap2: (request) =>
      isWanted() ? askJson(slow, "/api/swap2", request, request.rule) : server.swap2(request),
    puzzle: (request) => (isWanted() ? askJson(puzzles, "/api/puzzles", request) : server.puzzle(request)),
    puzzleMove: (request) =>
      isWanted() ? askJson(puzzles, "/api/puzzles/move", request) : server.puzzleMove(request),
    judge: (record, reading) =>
      isWanted() ? askRecord("/api/judge", record, reading) : server.judge(record, reading),
    import: (record, reading) =>
      isWanted() ? askRecord("/api/import", record, reading) : server.import(record, reading),
    check: (request) => (isWanted() ? askJson(records, "/api/check", request) : server.check(request)),
    convert: async (request) => {
      if (!isWanted()) return server.convert(request);
      if (request.source.kind !== "game") return askJson(records, "/api/convert", request);
      const game = await server.games.open(request.source.id);
      return askJson(records, "/stored/convert", { question: request, game });
    },
    checkStudy: (study) =>
      isWanted() ? askJson(records, "/api/studies/check", study) : server.checkStudy(study),
    picture: async (request) => {
      if (!isWanted()) return server.picture(request);
      const { mediaType, bytes } = await ask(records, "/api/picture", JSON.stringify(request));
      return new Blob([bytes], { type: mediaType });
    },
  };
}

/** That a search was stopped before it knew: what a worker that is ended cannot say itself. */
function openSolution({ ask: { kind } }: SolutionRequest, { nodes, elapsed_ms }: SolveProgress): Solution {
  const isAbout = (way: typeof kind): "open" | "unasked" => (kind === way ? "open" : "unasked");
  return {
    answer: "open",
    winner: null,
    fours: isAbout("fours"),
    threats: isAbout("threats"),
    quiet: isAbout("quiet"),
    why: "stopped",
    why_code: "stopped",
    line: [],
    tree: [],
    cut: false,
    danger: null,
    winning: [],
    reach: null,
    saved: null,
    nodes,
    elapsed_ms,
  };
}
