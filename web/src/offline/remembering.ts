import { type Client, OFFLINE, Refusal } from "../api/client";
import type { FilmQuestion, Position } from "../api/types";
import { linkOf } from "../game/link";

const STORE = "answers";

/** A client that answers from what it has seen when the server is out of reach. */
export function remembering(client: Client, store: () => Promise<Cache> = () => caches.open(STORE)): Client {
  const either = async <Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await ask();
      void write(store, name, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== OFFLINE) throw error;
      const kept = await read<Answer>(store, name);
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

async function write(store: () => Promise<Cache>, name: string, answer: unknown): Promise<void> {
  try {
    await (await store()).put(address(name), new Response(JSON.stringify(answer)));
  } catch {
    // No store here, or no room in it: nothing is kept.
  }
}

async function read<Answer>(store: () => Promise<Cache>, name: string): Promise<Answer | null> {
  try {
    const kept = await (await store()).match(address(name));
    return kept ? ((await kept.json()) as Answer) : null;
  } catch {
    return null;
  }
}
