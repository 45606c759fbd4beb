import { ApiError, type Client, OFFLINE } from "../api/client";
import type { FilmRequest, Position } from "../api/types";
import { formatLink } from "../game/link";
import { isOffline } from "./network";

const CACHE_NAME = "answers";
/** Maximum number of entries, and how many are pruned at a time. */
const MAX_ENTRIES = 2000;
const PRUNE_BATCH = 250;

/** Wraps a client with a response cache that is read when the server is unreachable. */
export function withResponseCache(
  client: Client,
  open: () => Promise<Cache> = () => caches.open(CACHE_NAME),
): Client {
  const cache = new ResponseCache(open);
  const cached = async <Body>(name: string, send: () => Promise<Body>): Promise<Body> => {
    try {
      const response = await send();
      isOffline.value = false;
      void cache.write(name, response);
      return response;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== OFFLINE) throw error;
      isOffline.value = true;
      const entry = await cache.read<Body>(name);
      if (entry === null) throw error;
      return entry;
    }
  };
  return {
    ...client,
    view: (position: Position) => cached(`view/${formatLink(position)}`, () => client.view(position)),
    film: (request: FilmRequest) => cached(`film/${JSON.stringify(request)}`, () => client.film(request)),
  };
}

const address = (name: string): string => `/answers/${encodeURIComponent(name)}`;

/** Responses by request, in the Cache Storage. */
class ResponseCache {
  private written = 0;

  constructor(private readonly open: () => Promise<Cache>) {}

  async write(name: string, response: unknown): Promise<void> {
    try {
      const cache = await this.open();
      await cache.put(address(name), new Response(JSON.stringify(response)));
      if (this.written++ % PRUNE_BATCH === 0) await prune(cache);
    } catch {
      // No Cache Storage or quota exceeded: nothing is cached.
    }
  }

  async read<Body>(name: string): Promise<Body | null> {
    try {
      const entry = await (await this.open()).match(address(name));
      return entry ? ((await entry.json()) as Body) : null;
    } catch {
      return null;
    }
  }
}

/** Deletes the oldest entries above the limit. */
async function prune(cache: Cache): Promise<void> {
  const entries = await cache.keys();
  if (entries.length <= MAX_ENTRIES) return;
  await Promise.all(
    entries.slice(0, entries.length - MAX_ENTRIES + PRUNE_BATCH).map((old) => cache.delete(old)),
  );
}
