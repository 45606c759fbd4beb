import { ApiError, FORGOTTEN, stoppedError } from "./apiError";
import { requestJson } from "./request";
import { type RetryOptions, retry } from "./retry";
import type { JobDone, JobStarted } from "./types";

/** Handle of a job that runs on the server. */
export interface Job<Result> {
  readonly result: Promise<Result>;
  /** Aborts the job; its result is rejected. */
  stop(): void;
  /** Ends the job early; its result is the last update. */
  finish(): void;
}

/** Request of a job, with the callbacks of its event stream. */
export interface JobRequest<Update> {
  readonly path: "/api/thoughts" | "/api/solutions" | "/api/reviews";
  readonly request: unknown;
  /** Name of the event that carries updates; the last one is the result. */
  readonly event: string;
  onUpdate?(update: Update): void;
  onProgress?(progress: unknown): void;
  onRetry?: RetryOptions["onRetry"];
}

/**
 * Starts a job and subscribes to its server-sent events. EventSource reconnects by itself and misses no
 * event; after a server restart the job is unknown and is started again.
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
      // Error events of the server carry data; others are connection errors.
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
