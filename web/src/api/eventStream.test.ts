import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiError } from "./apiError";
import { startJob } from "./eventStream";

/** The server's side of a stream. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  static readonly CLOSED = 2;
  readyState = 1;

  constructor(readonly address: string) {
    super();
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  tell(name: string, what: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(what) }));
  }

  /** The connection is lost; the browser makes it again unless the server knows nothing of it. */
  lose(forgotten: boolean): void {
    this.readyState = forgotten ? FakeSource.CLOSED : 0;
    this.dispatchEvent(new Event("error"));
  }
}

const asked: string[] = [];
beforeEach(() => {
  FakeSource.all = [];
  asked.length = 0;
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return new Response(JSON.stringify({ id: `s${asked.length}` }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const source = async (count: number): Promise<FakeSource> => {
  await vi.waitFor(() => expect(FakeSource.all).toHaveLength(count));
  return FakeSource.all[count - 1]!;
};
const search = (onUpdate = vi.fn(), onRetry = vi.fn()) => ({
  path: "/api/thoughts" as const,
  request: {},
  event: "thought",
  onUpdate,
  onRetry,
});

test("the last thing told is the result", async () => {
  const onUpdate = vi.fn();
  const { result } = startJob(search(onUpdate));
  const stream = await source(1);
  expect(stream.address).toBe("/api/thoughts/s1/events");
  stream.tell("thought", 1);
  stream.tell("thought", 2);
  stream.tell("done", { end: "finished" });
  expect(await result).toBe(2);
  expect(onUpdate.mock.calls).toEqual([[1], [2]]);
});

test("a connection that breaks and comes back goes on where it was", async () => {
  const onRetry = vi.fn();
  const { result } = startJob(search(vi.fn(), onRetry));
  const stream = await source(1);
  stream.tell("thought", 1);
  stream.lose(false);
  expect(onRetry).toHaveBeenCalledOnce();
  stream.tell("thought", 2);
  stream.tell("done", { end: "finished" });
  expect(await result).toBe(2);
  expect(FakeSource.all).toHaveLength(1);
});

test("a server that has forgotten the search is asked again", async () => {
  const { result } = startJob(search());
  (await source(1)).lose(true);
  const again = await source(2);
  again.tell("thought", 7);
  again.tell("done", { end: "finished" });
  expect(await result).toBe(7);
  expect(asked).toEqual(["POST /api/thoughts", "POST /api/thoughts"]);
});

test("what is stopped is stopped at the server, and has no result", async () => {
  const job = startJob(search());
  await source(1);
  job.stop();
  await expect(job.result).rejects.toMatchObject({ code: "stopped" } satisfies Partial<ApiError>);
  expect(asked).toContain("DELETE /api/thoughts/s1");
});

test("enough is what there is so far", async () => {
  const job = startJob(search());
  const stream = await source(1);
  stream.tell("thought", 3);
  job.finish();
  expect(asked).toContain("DELETE /api/thoughts/s1");
  stream.tell("done", { end: "stopped" });
  expect(await job.result).toBe(3);
});

test("what the server cannot answer is refused with its words", async () => {
  const { result } = startJob(search());
  const stream = await source(1);
  stream.tell("error", { code: "unsuited", message: "no" });
  stream.tell("done", { end: "failed" });
  await expect(result).rejects.toMatchObject({ code: "unsuited" });
});
