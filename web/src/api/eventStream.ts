import { FORGOTTEN, Refusal, stopped } from "./apiError";
import { json } from "./request";
import { type Patience, patiently } from "./retry";
import type { Done, Started } from "./types";

/** Something that goes on at the server and can be stopped. */
export interface Going<Result> {
  readonly result: Promise<Result>;
  /** Ends it; nobody wants the result any more. */
  stop(): void;
  /** Asks it to end now: the result is what there is. */
  enough(): void;
}

/** Where a search is asked for, and what it tells. */
export interface Search<Told> {
  readonly path: "/api/thoughts" | "/api/solutions";
  readonly question: unknown;
  /** The event that has the result; the last one counts. */
  readonly event: string;
  hear?(told: Told): void;
  progress?(progress: unknown): void;
  waiting?: Patience["waiting"];
}

/**
 * Starts a search and listens to it. A connection that breaks is made again by the browser, which misses
 * nothing; a server that starts anew has forgotten the search, which is then asked for again.
 */
export function follow<Told>(search: Search<Told>): Going<Told> {
  const abort = new AbortController();
  const { signal } = abort;
  let address = "";
  const end = (): void => {
    if (address) void json("DELETE", address).catch(() => undefined);
  };
  const once = async (): Promise<Told> => {
    const { id } = await json<Started>("POST", search.path, search.question);
    address = `${search.path}/${id}`;
    if (signal.aborted) {
      end();
      throw stopped();
    }
    return listen(address, search, signal);
  };
  const waiting = search.waiting ?? ((): void => undefined);
  return {
    result: patiently(once, { signal, waiting }),
    enough: end,
    stop: () => {
      end();
      abort.abort();
    },
  };
}

function listen<Told>(address: string, search: Search<Told>, signal: AbortSignal): Promise<Told> {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${address}/events`);
    let last: Told | null = null;
    let fault: Refusal | null = null;
    const close = (): void => {
      source.close();
      signal.removeEventListener("abort", give);
    };
    const give = (): void => {
      close();
      reject(stopped());
    };
    signal.addEventListener("abort", give);
    source.addEventListener(search.event, (event) => {
      last = JSON.parse(event.data) as Told;
      search.hear?.(last);
    });
    source.addEventListener("progress", (event) => search.progress?.(JSON.parse(event.data)));
    source.addEventListener("error", (event) => {
      // The server's own errors have words; the others are a lost connection.
      if (event instanceof MessageEvent) fault = new Refusal(JSON.parse(event.data));
      else if (source.readyState === EventSource.CLOSED) {
        close();
        reject(new Refusal({ code: FORGOTTEN, message: "" }));
      } else search.waiting?.(new Refusal({ code: FORGOTTEN, message: "" }));
    });
    source.addEventListener("done", (event) => {
      close();
      const { end } = JSON.parse(event.data) as Done;
      if (fault) reject(fault);
      else if (last && end !== "replaced") resolve(last);
      else reject(stopped());
    });
  });
}
