import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiError } from "../api/apiError";
import { fakeClient, viewOf } from "../api/client.fake";
import type { Position, Thought } from "../api/types";
import type { EngineAssets } from "./engineAssets";
import { engineClient } from "./engineClient";
import { EngineWorker, type WorkerPort } from "./engineWorker";
import { workerJob } from "./workerJob";
import type { WorkerMessage, WorkerQuestion, WorkerRequest } from "./workerMessages";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const module = {} as WebAssembly.Module;
const assets = {
  isReady: true,
  module: async () => module,
  weights: async () => encoder.encode("weights"),
} as unknown as EngineAssets;

/** A worker that does what the test says with each question. */
class FakePort implements WorkerPort {
  onmessage: WorkerPort["onmessage"] = null;
  onerror: WorkerPort["onerror"] = null;
  readonly asked: WorkerQuestion[] = [];
  readonly cancelled: number[] = [];
  isTerminated = false;

  constructor(private readonly answer: (port: FakePort, question: WorkerQuestion) => void) {}

  postMessage(message: WorkerRequest): void {
    if (message.kind === "cancel") this.cancelled.push(message.number);
    if (message.kind !== "ask") return;
    this.asked.push(message);
    this.answer(this, message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(message: WorkerMessage): void {
    this.onmessage?.(new MessageEvent("message", { data: message }));
  }

  reply({ number }: WorkerQuestion, body: unknown, ok = true): void {
    const bytes = encoder.encode(JSON.stringify(body));
    this.send({ kind: "reply", number, ok, mediaType: "application/json", bytes });
  }

  think({ number }: WorkerQuestion, depth: number): void {
    this.send({ kind: "event", number, event: "thought", json: JSON.stringify({ depth }) });
  }
}

/** An engine worker over fake ports, with all that were started. */
function fakeWorker(answer: (port: FakePort, question: WorkerQuestion) => void): {
  worker: EngineWorker;
  ports: FakePort[];
  lost: string[];
} {
  const ports: FakePort[] = [];
  const lost: string[] = [];
  const start = (): FakePort => {
    const port = new FakePort(answer);
    ports.push(port);
    return port;
  };
  return { worker: new EngineWorker(assets, "engine", (message) => lost.push(message), start), ports, lost };
}

const THINK = {
  address: "/api/thoughts",
  request: { time_ms: 1000 },
  events: { update: "thought", result: "thought" },
  listener: undefined,
} as const;

beforeEach(() => {
  vi.stubGlobal("crossOriginIsolated", false);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("answers and errors reach who asked", async () => {
  const { worker } = fakeWorker((port, question) => {
    const isBad = decoder.decode(question.body) === "bad";
    port.reply(question, isBad ? { code: "illegal_move", message: "no" } : { n: question.number }, !isBad);
  });
  const first = await worker.ask("/api/view", "{}").reply;
  expect(JSON.parse(decoder.decode(first.bytes))).toEqual({ n: 1 });
  await expect(worker.ask("/api/view", "bad").reply).rejects.toMatchObject({ code: "illegal_move" });
});

test("weights are sent once to each worker, before the first question that needs them", async () => {
  let crashes = 1;
  const { worker, ports } = fakeWorker((port, question) => {
    if (question.address === "/weights") return;
    if (crashes-- === 1) port.send({ kind: "crash", message: "out of memory" });
    else port.reply(question, null);
  });
  const ask = (): Promise<unknown> => worker.ask("/api/swap2", "{}", { weights: "renju" }).reply;
  await expect(ask()).rejects.toMatchObject({ code: "engine_lost" });
  await ask();
  await ask();
  expect(ports.map((port) => port.asked.map(({ address }) => address))).toEqual([
    ["/weights", "/api/swap2"],
    ["/weights", "/api/swap2", "/api/swap2"],
  ]);
});

test("a search goes on in a new worker when its worker is lost", async () => {
  let started = 0;
  const { worker, ports, lost } = fakeWorker((port, question) => {
    if (started++ === 0) port.send({ kind: "crash", message: "out of memory" });
    else {
      port.think(question, 7);
      port.reply(question, null);
    }
  });
  const faults: string[] = [];
  const listener = { onRetry: ({ code }: ApiError) => void faults.push(code) };
  expect(await workerJob<Thought, Thought>(worker, { ...THINK, listener }).result).toEqual({ depth: 7 });
  expect({ faults, lost, ended: ports.map((port) => port.isTerminated) }).toEqual({
    faults: ["engine_lost"],
    lost: ["out of memory"],
    ended: [true, false],
  });
});

test("a search whose worker is lost again and again fails", async () => {
  const { worker, ports } = fakeWorker((port) => port.send({ kind: "crash", message: "again" }));
  await expect(workerJob(worker, THINK).result).rejects.toMatchObject({ code: "engine_lost" });
  expect(ports).toHaveLength(3);
});

test("a worker that falls silent is taken for dead", async () => {
  vi.useFakeTimers();
  const { worker, ports, lost } = fakeWorker(() => undefined);
  const asked = worker.ask("/api/view", "{}");
  const outcome = asked.reply.catch((error: ApiError) => error.code);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await outcome).toBe("engine_lost");
  expect([ports[0]!.isTerminated, lost.length]).toEqual([true, 1]);
});

test("without shared memory, finishing takes the last thought and ends the worker", async () => {
  const { worker, ports } = fakeWorker((port, question) => port.think(question, 5));
  const job = workerJob<Thought, Thought>(worker, THINK);
  await vi.waitFor(() => expect(ports[0]?.asked).toHaveLength(1));
  job.finish();
  expect(await job.result).toEqual({ depth: 5 });
  expect(ports[0]!.isTerminated).toBe(true);
});

test("finishing before the first thought waits for it", async () => {
  const { worker, ports } = fakeWorker(() => undefined);
  const job = workerJob<Thought, Thought>(worker, THINK);
  job.finish();
  await vi.waitFor(() => expect(ports[0]?.asked).toHaveLength(1));
  expect(ports[0]!.isTerminated).toBe(false);
  ports[0]!.think(ports[0]!.asked[0]!, 1);
  expect(await job.result).toEqual({ depth: 1 });
});

test("where the page is isolated a search hears that it is to end, and the worker stays", async () => {
  vi.stubGlobal("crossOriginIsolated", true);
  const { worker, ports } = fakeWorker(() => undefined);
  const job = workerJob<Thought, Thought>(worker, THINK);
  await vi.waitFor(() => expect(ports[0]?.asked).toHaveLength(1));
  job.finish();
  const [port] = ports;
  const [question] = port!.asked;
  port!.think(question!, 9);
  port!.reply(question!, null);
  expect(await job.result).toEqual({ depth: 9 });
  expect(port!.isTerminated).toBe(false);
});

test("where WebAssembly can be suspended a search hears that it is to end by a message", async () => {
  vi.stubGlobal("WebAssembly", { ...WebAssembly, Suspending: class {} });
  const { worker, ports } = fakeWorker(() => undefined);
  const job = workerJob<Thought, Thought>(worker, THINK);
  await vi.waitFor(() => expect(ports[0]?.asked).toHaveLength(1));
  job.finish();
  const [port] = ports;
  const [question] = port!.asked;
  expect(port!.cancelled).toEqual([question!.number]);
  port!.think(question!, 3);
  port!.reply(question!, null);
  expect(await job.result).toEqual({ depth: 3 });
  expect(port!.isTerminated).toBe(false);
});

test("a solution whose worker is ended says how far it came", async () => {
  const { worker, ports } = fakeWorker(() => undefined);
  const options = { assets, isWanted: () => true, onLost: () => undefined, createWorker: () => worker };
  const position: Position = { rule: "renju", area: null, moves: [] };
  const job = engineClient(fakeClient(), options).solve({ position, ask: { kind: "threats" } });
  await vi.waitFor(() => expect(ports[0]?.asked).toHaveLength(1));
  const { number } = ports[0]!.asked[0]!;
  job.finish();
  expect(ports[0]!.isTerminated).toBe(false);
  const json = JSON.stringify({ nodes: 12, elapsed_ms: 500 });
  ports[0]!.send({ kind: "event", number, event: "progress", json });
  const known = { answer: "open", why_code: "stopped", threats: "open", fours: "unasked", nodes: 12 };
  expect(await job.result).toMatchObject(known);
  expect(ports[0]!.isTerminated).toBe(true);
});

test("a new search takes the place of the old one", async () => {
  const { worker } = fakeWorker((port, question) => {
    if (question.number > 1) {
      port.think(question, 2);
      port.reply(question, null);
    }
  });
  const first = workerJob<Thought, Thought>(worker, THINK);
  const outcome = first.result.catch((error: ApiError) => error.isStopped);
  const second = workerJob<Thought, Thought>(worker, THINK);
  expect([await outcome, await second.result]).toEqual([true, { depth: 2 }]);
});

test("a client asks the engine where it is wanted and loaded, else the server", async () => {
  const position: Position = { rule: "renju", area: null, moves: [] };
  const seen: string[] = [];
  const { worker } = fakeWorker((port, question) => {
    seen.push(question.address);
    port.reply(question, viewOf(position));
  });
  let isWanted = true;
  const loading = { ...assets, isReady: false } as EngineAssets;
  const server = fakeClient();
  const options = { isWanted: () => isWanted, onLost: () => undefined, createWorker: () => worker };
  await engineClient(server, { ...options, assets: loading }).view(position);
  expect([server.asked.length, seen.length]).toEqual([1, 0]);
  const client = engineClient(server, { ...options, assets });
  await client.view(position);
  expect([server.asked.length, seen]).toEqual([1, ["/api/view"]]);
  isWanted = false;
  await client.view(position);
  expect([server.asked.length, seen.length]).toEqual([2, 1]);
});

test("at full strength the server thinks where it has an opening book", async () => {
  const book = { position: { rule: "freestyle", area: { width: 15, height: 15 }, moves: [] } };
  const seen: string[] = [];
  const { worker } = fakeWorker((port, question) => {
    seen.push(question.address);
    port.think(question, 1);
    port.reply(question, null);
  });
  const server = fakeClient({ loadedBook: async () => ({ book }) as never });
  const options = { assets, isWanted: () => true, onLost: () => undefined, createWorker: () => worker };
  const client = engineClient(server, options);
  await client.loadedBook();
  const { position } = book as { position: Position };
  await client.think({ position, level: 10, seed: 0 }).result;
  expect(seen).toEqual([]);
  await client.think({ position, level: 9, seed: 0 }).result;
  await client.think({ position: { ...position, rule: "renju" }, level: 10, seed: 0 }).result;
  expect(seen.filter((address) => address !== "/weights")).toEqual(["/api/thoughts", "/api/thoughts"]);
});
