import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiError } from "./apiError";
import { startJob } from "./eventStream";

/** Fake EventSource, driven by the test. */
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

  emit(name: string, what: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(what) }));
  }

  /** Loses the connection; the browser reconnects unless the stream is gone. */
  loseConnection(forgotten: boolean): void {
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

test("the last update is the result", async () => {
  const onUpdate = vi.fn();
  const { result } = startJob(search(onUpdate));
  const stream = await source(1);
  expect(stream.address).toBe("/api/thoughts/s1/events");
  stream.emit("thought", 1);
  stream.emit("thought", 2);
  stream.emit("done", { end: "finished" });
  expect(await result).toBe(2);
  expect(onUpdate.mock.calls).toEqual([[1], [2]]);
});

test("an interrupted connection resumes", async () => {
  const onRetry = vi.fn();
  const { result } = startJob(search(vi.fn(), onRetry));
  const stream = await source(1);
  stream.emit("thought", 1);
  stream.loseConnection(false);
  expect(onRetry).toHaveBeenCalledOnce();
  stream.emit("thought", 2);
  stream.emit("done", { end: "finished" });
  expect(await result).toBe(2);
  expect(FakeSource.all).toHaveLength(1);
});

test("a job that the server has lost is started again", async () => {
  const { result } = startJob(search());
  (await source(1)).loseConnection(true);
  const again = await source(2);
  again.emit("thought", 7);
  again.emit("done", { end: "finished" });
  expect(await result).toBe(7);
  expect(asked).toEqual(["POST /api/thoughts", "POST /api/thoughts"]);
});

test("a stopped job is deleted on the server and rejects", async () => {
  const job = startJob(search());
  await source(1);
  job.stop();
  await expect(job.result).rejects.toMatchObject({ code: "stopped" } satisfies Partial<ApiError>);
  expect(asked).toContain("DELETE /api/thoughts/s1");
});

test("a finished job resolves with its last update", async () => {
  const job = startJob(search());
  const stream = await source(1);
  stream.emit("thought", 3);
  job.finish();
  expect(asked).toContain("DELETE /api/thoughts/s1");
  stream.emit("done", { end: "stopped" });
  expect(await job.result).toBe(3);
});

test("an error event rejects with the error of the server", async () => {
  const { result } = startJob(search());
  const stream = await source(1);
  stream.emit("error", { code: "unsuited", message: "no" });
  stream.emit("done", { end: "failed" });
  await expect(result).rejects.toMatchObject({ code: "unsuited" });
});
