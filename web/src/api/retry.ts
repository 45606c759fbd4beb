import { Refusal, stopped } from "./apiError";

/** The first wait before a question is asked again, and the longest, in milliseconds. */
export const FIRST_WAIT = 250;
export const LONGEST_WAIT = 4000;

/** What a patient question tells while it waits. */
export interface Patience {
  /** Ends the wait: the question is not wanted any more. */
  readonly signal: AbortSignal;
  /** Called each time the server could not be asked. */
  waiting(refusal: Refusal): void;
  readonly firstWait?: number;
}

/** Asks until there is an answer: a server that is away for a moment costs a moment, and nothing else. */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  { signal, waiting, firstWait = FIRST_WAIT }: Patience,
): Promise<Answer> {
  for (let wait = firstWait; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    if (signal.aborted) throw stopped();
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted) throw stopped();
      if (!(error instanceof Refusal) || !error.passes) throw error;
      waiting(error);
      await pause(wait, signal);
    }
  }
}

/** Waits so long, or until the wait is ended. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
