import { ApiError, type Client, OFFLINE } from "../api/client";
import type { FilmRequest, Position } from "../api/types";
import { formatLink } from "../game/link";
import { isOffline } from "./network";

const CACHE_NAME = "answers";
/** How many answers are kept, and how many of the oldest go at a time. */
const MAX_ENTRIES = 2000;
const PRUNE_BATCH = 250;

/** A client that answers from what it has seen when the server is out of reach. */
export function withResponseCache(
  client: Client,
  open: () => Promise<Cache> = () => caches.open(CACHE_NAME),
): Client {
  const store = new ResponseCache(open);
  const cached = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask();
      isOffline.value = false;
      void store.write(name, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== OFFLINE) throw error;
      isOffline.value = true;
      const kept = await store.read<Answer>(name);
      if (kept === null) throw error;
      return kept;
    }
  };
  return {
    ...client,
    view: (position: Position) => cached(`view/${formatLink(position)}`, () => client.view(position)),
    film: (request: FilmRequest) => cached(`film/${JSON.stringify(request)}`, () => client.film(request)),
  };
}

const address = (name: string): string => `/answers/${encodeURIComponent(name)}`;

/** Answers under the questions they answer. */
class ResponseCache {
  private written = 0;

  constructor(private readonly open: () => Promise<Cache>) {}

  async write(name: string, answer: unknown): Promise<void> {
    try {
      const store = await this.open();
      await store.put(address(name), new Response(JSON.stringify(answer)));
      if (this.written++ % PRUNE_BATCH === 0) await prune(store);
    } catch {
      // No store here, or no room in it: nothing is kept.
    }
  }

  async read<Answer>(name: string): Promise<Answer | null> {
    try {
      const kept = await (await this.open()).match(address(name));
      return kept ? ((await kept.json()) as Answer) : null;
    } catch {
      return null;
    }
  }
}

/** Forgets the oldest answers where there are too many. */
async function prune(store: Cache): Promise<void> {
  const kept = await store.keys();
  if (kept.length <= MAX_ENTRIES) return;
  await Promise.all(kept.slice(0, kept.length - MAX_ENTRIES + PRUNE_BATCH).map((old) => store.delete(old)));
}
