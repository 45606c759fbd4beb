import { stoppedError } from "../api/apiError";
import { asApiError, type Job, type JobListener } from "../api/client";
import type { Rule } from "../api/types";
import { type AskedQuestion, ENGINE_LOST, type EngineWorker } from "./engineWorker";

/** A search for a worker. */
export interface WorkerSearch<Update, Result> {
  readonly address: string;
  readonly request: { readonly time_ms?: number | null };
  readonly weights?: Rule;
  /** Names of the events that carry updates and the result; they may be one, the last of which is the result. */
  readonly events: { readonly update: string; readonly result: string };
  readonly listener: JobListener<Update> | undefined;
  /** What is known after an update, for a worker that is ended before it has a result. */
  resultSoFar?(update: Update): Result;
}

/** Silence after which a searching worker is taken for dead: longer than the search may take by this. */
const MARGIN = 20_000;
const LONGEST_SEARCH = 60_000;
/** How often a search is started when its worker is lost. */
const ATTEMPTS = 3;

/** The search that each worker has: a new one takes the place of the old one, as at the server. */
const running = new WeakMap<EngineWorker, Job<unknown>>();

/** Starts a search in a worker. It is started again when the worker is lost. */
export function workerJob<Update, Result>(
  worker: EngineWorker,
  search: WorkerSearch<Update, Result>,
): Job<Result> {
  running.get(worker)?.stop();
  const { events, listener, resultSoFar } = search;
  let question: AskedQuestion | null = null;
  let last: Result | null = null;
  let isFinishing = false;
  let resolve!: (result: Result) => void;
  let reject!: (error: unknown) => void;
  const result = new Promise<Result>((yes, no) => {
    resolve = yes;
    reject = no;
  });

  const finish = (): void => {
    isFinishing = true;
    // Where the question cannot be cancelled, the worker is terminated when it has something to show.
    const mayHaveUpdates = events.update === events.result || resultSoFar !== undefined;
    if (!worker.canCancel && mayHaveUpdates && last === null) return;
    if (question?.cancel()) return;
    if (last === null) reject(stoppedError());
    else resolve(last);
  };
  const onEvent = (event: string, json: string): void => {
    const data: unknown = JSON.parse(json);
    if (event === events.result) last = data as Result;
    else if (resultSoFar && !worker.canCancel) last = resultSoFar(data as Update);
    if (event === events.update) listener?.onUpdate?.(data as Update);
    if (isFinishing) finish();
  };
  const run = async (): Promise<Result> => {
    const { address, request, weights } = search;
    const timeout = (request.time_ms ?? LONGEST_SEARCH) + MARGIN;
    for (let attempt = 1; ; attempt++) {
      try {
        question = worker.ask(address, JSON.stringify(request), { weights, timeout, onEvent });
        await question.reply;
        if (last === null) throw stoppedError();
        return last;
      } catch (error) {
        const fault = asApiError(error);
        if (fault.code !== ENGINE_LOST || attempt === ATTEMPTS) throw error;
        listener?.onRetry?.(fault);
      }
    }
  };
  run().then(resolve, reject);
  const stop = (): void => {
    reject(stoppedError());
    question?.cancel();
  };
  const job: Job<Result> = { result, finish, stop };
  running.set(worker, job);
  return job;
}
