import { ApiError, FORGOTTEN, stoppedError } from "./apiError";
import { requestJson } from "./request";
import { type RetryOptions, retry } from "./retry";
import type { JobDone, JobStarted } from "./types";

/** Something that goes on at the server and can be stopped. */
export interface Job<Result> {
  readonly result: Promise<Result>;
  /** Ends it; nobody wants the result any more. */
  stop(): void;
  /** Asks it to end now: the result is what there is. */
  finish(): void;
}

/** Where a search is asked for, and what it tells. */
export interface JobRequest<Update> {
  readonly path: "/api/thoughts" | "/api/solutions";
  readonly request: unknown;
  /** The event that has the result; the last one counts. */
  readonly event: string;
  onUpdate?(update: Update): void;
  onProgress?(progress: unknown): void;
  onRetry?: RetryOptions["onRetry"];
}

/**
 * Starts a search and listens to it. A connection that breaks is made again by the browser, which misses
 * nothing; a server that starts anew has forgotten the search, which is then asked for again.
 */
export function startJob<Update>(job: JobRequest<Update>): Job<Update> {
  const abort = new AbortController();
  const { signal } = abort;
  let address = "";
  const finish = (): void => {
    if (address) void requestJson("DELETE", address).catch(() => undefined);
  };
  const attempt = async (): Promise<Update> => {
    const { id } = await requestJson<JobStarted>("POST", job.path, job.request);
    address = `${job.path}/${id}`;
    if (signal.aborted) {
      finish();
      throw stoppedError();
    }
    return listenToEvents(address, job, signal);
  };
  const onRetry = job.onRetry ?? ((): void => undefined);
  return {
    result: retry(attempt, { signal, onRetry }),
    finish,
    stop: () => {
      finish();
      abort.abort();
    },
  };
}

function listenToEvents<Update>(
  address: string,
  job: JobRequest<Update>,
  signal: AbortSignal,
): Promise<Update> {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${address}/events`);
    let last: Update | null = null;
    let fault: ApiError | null = null;
    const close = (): void => {
      source.close();
      signal.removeEventListener("abort", abandon);
    };
    const abandon = (): void => {
      close();
      reject(stoppedError());
    };
    signal.addEventListener("abort", abandon);
    source.addEventListener(job.event, (event) => {
      last = JSON.parse(event.data) as Update;
      job.onUpdate?.(last);
    });
    source.addEventListener("progress", (event) => job.onProgress?.(JSON.parse(event.data)));
    source.addEventListener("error", (event) => {
      // The server's own errors have words; the others are a lost connection.
      if (event instanceof MessageEvent) fault = new ApiError(JSON.parse(event.data));
      else if (source.readyState === EventSource.CLOSED) {
        close();
        reject(new ApiError({ code: FORGOTTEN, message: "" }));
      } else job.onRetry?.(new ApiError({ code: FORGOTTEN, message: "" }));
    });
    source.addEventListener("done", (event) => {
      close();
      const { end } = JSON.parse(event.data) as JobDone;
      if (fault) reject(fault);
      else if (last && end !== "replaced") resolve(last);
      else reject(stoppedError());
    });
  });
}
