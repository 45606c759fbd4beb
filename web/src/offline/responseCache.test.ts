import { expect, test } from "vitest";
import { ApiError, OFFLINE } from "../api/client";
import { fakeClient, viewOf } from "../api/client.fake";
import { withResponseCache } from "./responseCache";

function store(): () => Promise<Cache> {
  const kept = new Map<string, string>();
  const cache = {
    put: async (name: string, answer: Response) => void kept.set(name, await answer.text()),
    match: async (name: string) => (kept.has(name) ? new Response(kept.get(name)) : undefined),
  };
  return async () => cache as unknown as Cache;
}

/** A cache that only counts. */
function counting(): { open: () => Promise<Cache>; names: Set<string> } {
  const names = new Set<string>();
  const cache = {
    put: async (name: string) => void names.add(name),
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  };
  return { open: async () => cache as unknown as Cache, names };
}

const SEEN = { rule: "renju", area: null, moves: [{ x: 1, y: 2 }] } as const;

test("cached responses are served offline; others are rejected", async () => {
  let up = true;
  const client = withResponseCache(
    fakeClient({
      view: async (position) => {
        if (!up) throw new ApiError({ code: OFFLINE, message: "" });
        return viewOf(position);
      },
    }),
    store(),
  );
  const view = await client.view(SEEN);
  await new Promise((resolve) => setTimeout(resolve));
  up = false;
  expect(await client.view(SEEN)).toEqual(view);
  await expect(client.view({ ...SEEN, moves: [] })).rejects.toThrow(ApiError);
});

test("the oldest entries are pruned", async () => {
  const { open, names } = counting();
  const client = withResponseCache(fakeClient(), open);
  for (let x = 0; x < 2600; x++) await client.view({ ...SEEN, moves: [{ x, y: 0 }] });
  await new Promise((resolve) => setTimeout(resolve));
  expect(names.size).toBeLessThanOrEqual(2250);
  expect([...names].at(-1)).toContain("2599");
});

test("an error of the server is passed on", async () => {
  const error = new ApiError({ code: "illegal_move", message: "no" });
  const client = withResponseCache(fakeClient({ view: () => Promise.reject(error) }), store());
  await expect(client.view(SEEN)).rejects.toBe(error);
});
