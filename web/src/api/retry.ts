import { ApiError, stoppedError } from "./apiError";

/** Exponential backoff: first and longest delay in milliseconds. */
const FIRST_DELAY = 250;
const MAX_DELAY = 4000;

/** Options of `retry`. */
export interface RetryOptions {
  /** Aborts the retries. */
  readonly signal: AbortSignal;
  /** Called after each failed attempt. */
  onRetry(error: ApiError): void;
}

/** Retries a request with exponential backoff until it succeeds or fails permanently. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { signal, onRetry }: RetryOptions,
): Promise<Result> {
  for (let pause = FIRST_DELAY; ; pause = Math.min(2 * pause, MAX_DELAY)) {
    if (signal.aborted) throw stoppedError();
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw stoppedError();
      if (!(error instanceof ApiError) || !error.isTransient) throw error;
      onRetry(error);
      await delay(pause, signal);
    }
  }
}

/** Promise of a timeout that can be aborted. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
