import { type Client, OFFLINE, Refusal } from "../api/client";
import type { FilmQuestion, Position } from "../api/types";
import { linkOf } from "../game/link";
import { away } from "./network";

const STORE = "answers";
/** How many answers are kept, and how many of the oldest go at a time. */
const MOST = 2000;
const AT_ONCE = 250;

/** A client that answers from what it has seen when the server is out of reach. */
export function remembering(client: Client, open: () => Promise<Cache> = () => caches.open(STORE)): Client {
  const store = new Store(open);
  const either = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask();
      away.value = false;
      void store.write(name, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== OFFLINE) throw error;
      away.value = true;
      const kept = await store.read<Answer>(name);
      if (kept === null) throw error;
      return kept;
    }
  };
  return {
    ...client,
    view: (position: Position) => either(`view/${linkOf(position)}`, () => client.view(position)),
    film: (question: FilmQuestion) => either(`film/${JSON.stringify(question)}`, () => client.film(question)),
  };
}

const address = (name: string): string => `/answers/${encodeURIComponent(name)}`;

/** Answers under the questions they answer. */
class Store {
  private written = 0;

  constructor(private readonly open: () => Promise<Cache>) {}

  async write(name: string, answer: unknown): Promise<void> {
    try {
      const store = await this.open();
      await store.put(address(name), new Response(JSON.stringify(answer)));
      if (this.written++ % AT_ONCE === 0) await prune(store);
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
  if (kept.length <= MOST) return;
  await Promise.all(kept.slice(0, kept.length - MOST + AT_ONCE).map((old) => store.delete(old)));
}
