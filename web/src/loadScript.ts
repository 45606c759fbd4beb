import { delay } from "./api/retry";

const FIRST_DELAY = 250;
const MAX_DELAY = 4000;
const NEVER = new AbortController().signal;

/** Imports a script of the page, and tries again with exponential backoff while the network or the server is away. */
export async function loadScript<Module>(load: () => Promise<Module>, signal = NEVER): Promise<Module> {
  for (let pause = FIRST_DELAY; ; pause = Math.min(2 * pause, MAX_DELAY)) {
    try {
      return await load();
    } catch (error) {
      if (signal.aborted) throw error;
      await delay(pause, signal);
    }
  }
}
