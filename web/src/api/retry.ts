import { ApiError, stoppedError } from "./apiError";

/** The first wait before a question is asked again, and the longest, in milliseconds. */
export const FIRST_DELAY = 250;
export const MAX_DELAY = 4000;

/** What a patient question tells while it waits. */
export interface RetryOptions {
  /** Ends the wait: the question is not wanted any more. */
  readonly signal: AbortSignal;
  /** Called each time the server could not be asked. */
  onRetry(refusal: ApiError): void;
  readonly firstDelay?: number;
}

/** Asks until there is an answer: a server that is away for a moment costs a moment, and nothing else. */
export async function retry<Answer>(
  attempt: () => Promise<Answer>,
  { signal, onRetry, firstDelay = FIRST_DELAY }: RetryOptions,
): Promise<Answer> {
  for (let pause = firstDelay; ; pause = Math.min(2 * pause, MAX_DELAY)) {
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

/** Waits so long, or until the wait is ended. */
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
