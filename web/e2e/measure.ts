import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isEngineBuilt } from "../scripts/engine-files.ts";
import type { Thought } from "../src/api/types";
import { WasmInstance } from "../src/engine/wasmInstance";
import { cell, FRIENDS, launch, open, stones } from "./browser";
import { hostSite } from "./staticHost";

// Performance measurements in a real browser: npm run measure

let browser: Browser;
/** The page of the server, and the static page in a folder, if it is built. */
const addresses = new Map<string, string>([["served", inject("address")]]);
const kinds = isEngineBuilt() ? ["served", "static"] : ["served"];
let closeHost = (): void => undefined;
beforeAll(async () => {
  browser = await launch();
  if (!kinds.includes("static")) return;
  const { address, close } = await hostSite("/folder");
  addresses.set("static", address);
  closeHost = close;
});
afterAll(async () => {
  closeHost();
  await browser?.close();
});

const LOADS = 10;
const CLICKS = 100;
const TRACED_CLICKS = 20;
const SECONDS = 10;

/** Percentile by the nearest-rank method. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

function report(what: string, values: readonly number[], most: number): void {
  const [middle, late] = [percentile(values, 50), percentile(values, 95)].map((value) => value.toFixed(1));
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${what}: median ${middle} ms, 95th percentile ${late} ms of ${most} at most (${values.length}, load ${load})`,
  );
}

/** Milliseconds from navigation start to the frame after the board is drawn. */
const boardPainted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = (): void => {
          const drawn = document.querySelector<HTMLElement>("html")!.dataset.painted;
          if (drawn) done(Number(drawn));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Records the first paint of the board, inside the page. */
function notePaint(): void {
  const look = (): void => {
    if (!document.querySelector("[role=grid]")) {
      requestAnimationFrame(look);
      return;
    }
    // The frame that draws it ends before the next one begins.
    requestAnimationFrame((now) => {
      document.documentElement.dataset.painted = String(now);
    });
  };
  look();
}

test.each(kinds)("%s: the first board is painted within a second", async (kind) => {
  const address = addresses.get(kind)!;
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    // Every load is a first visit, with empty storage.
    const { page } = await open(browser, "/icon.svg", { address });
    await page.context().addInitScript(notePaint);
    await page.goto(`${address}/`);
    times.push(await boardPainted(page));
    await page.context().close();
  }
  report(`${kind}: first board painted`, times, 1000);
  expect(percentile(times, 95)).toBeLessThan(1000);
});

/** Points of a game without a five: colors alternate along every line. */
const QUIET_GAME = Array.from({ length: 15 * 15 }, (_, index) => ({
  x: index % 15,
  y: Math.floor(index / 15),
})).sort((a, b) => ((a.x * 7 + a.y * 11) % 15) - ((b.x * 7 + b.y * 11) % 15));

/** Opens a game without an engine. */
async function openQuietGame(address: string): Promise<Page> {
  const { page } = await open(browser, "/#freestyle/15x15", { address, stored: FRIENDS });
  await page.locator(cell(7, 7)).waitFor();
  if (isEngineBuilt()) await expect.poll(() => page.workers().length).toBeGreaterThan(1);
  return page;
}

/** Places a stone with the mouse; `prepare` is called before the button goes down. */
async function click(
  page: Page,
  { x, y }: { x: number; y: number },
  prepare: (place: { x: number; y: number }) => Promise<void> = async () => undefined,
): Promise<void> {
  const box = (await page.locator(cell(x, y)).boundingBox())!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(place.x, place.y);
  await prepare(place);
  await page.mouse.down();
  await page.mouse.up();
}

test.each(kinds)("%s: a stone is painted within 50 ms of the click", async (kind) => {
  const page = await openQuietGame(addresses.get(kind)!);
  const [times, frames]: [number[], number[]] = [[], []];
  for (const point of QUIET_GAME.slice(0, CLICKS)) {
    await click(page, point, (place) => page.evaluate(watchCanvas, place));
    const painted = await page.evaluate(
      () => (window as unknown as { painted: Promise<PaintedStone> }).painted,
    );
    times.push(painted.time);
    frames.push(painted.frames);
    await page.locator(`${cell(point.x, point.y)}[aria-label*="last move"]`).waitFor();
  }
  report(`${kind}: click to painted stone`, times, 50);
  // Whatever the machine does, no frame passes without the stone.
  expect(Math.max(...frames)).toBe(1);
  expect(percentile(times, 95)).toBeLessThan(50);
  await page.context().close();
});

test.each(kinds)("%s: a stone takes little processor time until it is painted", async (kind) => {
  const page = await openQuietGame(addresses.get(kind)!);
  const session = await browser.newBrowserCDPSession();
  const trace = await startTrace(session);
  for (const point of QUIET_GAME.slice(0, TRACED_CLICKS)) {
    await click(page, point);
    await page.locator(`${cell(point.x, point.y)}[aria-label*="last move"]`).waitFor();
  }
  const times = paintingTimes(await trace());
  report(`${kind}: processor time of the page from click to frame`, times, 20);
  expect(times.length).toBe(TRACED_CLICKS);
  expect(percentile(times, 95)).toBeLessThan(20);
  await page.context().close();
});

/** An event of Chromium's trace; times are microseconds, `tdur` those of the processor. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Starts a trace; the function that is given ends it. */
async function startTrace(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ["devtools.timeline", "toplevel", "cc"];
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  return async () => {
    const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    await ended;
    return events;
  };
}

/** Milliseconds of the processor that the main thread takes from each release of the button to the end of the next frame. */
function paintingTimes(events: readonly TraceEvent[]): number[] {
  const whole = events.filter(({ ph }) => ph === "X").sort((one, other) => one.ts - other.ts);
  const end = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
  return whole
    .filter(({ name, args }) => name === "EventDispatch" && args?.data?.type === "pointerup")
    .map((release) => {
      const thread = whole.filter(({ pid, tid }) => pid === release.pid && tid === release.tid);
      const frame = thread.find(
        ({ name, ts }) => name === "ProxyMain::BeginMainFrame" && ts >= end(release),
      )!;
      const tasks = thread.filter(
        (task) =>
          task.name === "ThreadControllerImpl::RunTask" && end(task) >= release.ts && task.ts <= end(frame),
      );
      return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
    });
}

test.each(kinds)("%s: the engine answers its first move at level 4 within a second", async (kind) => {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const { page } = await open(browser, "/", { address: addresses.get(kind)! });
    await page.locator(cell(7, 7)).waitFor();
    if (isEngineBuilt()) await expect.poll(() => page.workers().length).toBeGreaterThan(1);
    const started = performance.now();
    await page.locator(cell(7, 7)).click();
    await expect.poll(() => stones(page), { interval: 10 }).toBe(2);
    times.push(performance.now() - started);
    await page.context().close();
  }
  report(`${kind}: click to the first answer at level 4`, times, 1000);
  expect(percentile(times, 95)).toBeLessThan(1000);
});

/** How long a stone took, and in which frame after the click it was there. */
interface PaintedStone {
  readonly time: number;
  readonly frames: number;
}

/** Waits inside the page for the frame after a pixel of the board has changed. */
function watchCanvas(place: { x: number; y: number }): void {
  const canvas = document.querySelector<HTMLCanvasElement>(".board canvas")!;
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const [x, y] = [(place.x - box.x) * scale, (place.y - box.y) * scale].map(Math.round) as [number, number];
  const sample = (): string =>
    canvas
      .getContext("2d")!
      .getImageData(x - 3, y - 3, 7, 7)
      .data.join();
  const before = sample();
  const painted = new Promise<PaintedStone>((done) => {
    window.addEventListener(
      "pointerup",
      (event) => {
        let frames = 0;
        const look = (): void => {
          frames++;
          // The message arrives after the current frame has been painted.
          if (sample() !== before) {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => done({ time: performance.now() - event.timeStamp, frames });
            channel.port2.postMessage(null);
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  Object.assign(window, { painted });
}

/** What a search reports at its end. */
interface SearchSpeed {
  readonly nodes: number;
  readonly elapsed_ms: number;
}

/** Searches by the server; the last event has the numbers. */
async function thinkOnServer<Last = SearchSpeed>(question: unknown): Promise<Last> {
  const url = `${inject("address")}/api/thoughts`;
  const headers = { "content-type": "application/json" };
  const { id } = await (await fetch(url, { method: "POST", headers, body: JSON.stringify(question) })).json();
  const events = await (await fetch(`${url}/${id}/events`)).text();
  return JSON.parse([...events.matchAll(/^data: ?(\{.*"nodes".*)$/gm)].at(-1)![1]!);
}

/** A game of so many moves without an end, which the engine plays against itself at a low level. */
async function longGame(rule: string, side: number, plies: number): Promise<string> {
  const area = { width: side, height: side };
  for (let seed = 1; ; seed++) {
    const moves: { x: number; y: number; name: string }[] = [];
    while (moves.length < plies) {
      const position = { rule, area, moves: moves.map(({ x, y }) => ({ x, y })) };
      const question = { position, level: 5, seed: seed * plies + moves.length, time_ms: 60_000 };
      const { lines } = await thinkOnServer<Thought>(question);
      if (lines[0]?.value.kind !== "seems") break;
      moves.push(lines[0].point);
    }
    if (moves.length === plies) return moves.map(({ name }) => name).join("");
  }
}

test.runIf(isEngineBuilt())("a game of 60 moves is reviewed within a minute", async () => {
  const link = `/#freestyle/20x20/${await longGame("freestyle", 20, 60)}`;
  const { page } = await open(browser, link, { stored: FRIENDS });
  await page.getByRole("tab", { name: "Analysis" }).click();
  const started = performance.now();
  await page.getByRole("button", { name: "Review game" }).click();
  await page.locator(".mistakes").waitFor();
  const time = performance.now() - started;
  report("a review of 60 moves", [time], 60_000);
  expect(time).toBeLessThan(60_000);
  await page.context().close();
});

/** A function that searches by the engine in WebAssembly. */
async function wasmThinker(): Promise<(question: unknown) => SearchSpeed> {
  let last = "";
  const host = { isCancelled: () => false, onEvent: (_: string, json: string) => void (last = json) };
  const built = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "browser/engine.wasm");
  const engine = await WasmInstance.create(await WebAssembly.compile(readFileSync(built)), host);
  for (const file of ["fives/weights/freestyle", "fives/weights/renju", "nogo/weights/nogo"])
    engine.ask("/weights", readFileSync(`../crates/tengen-engine/src/${file}.values`));
  return (question) => {
    engine.ask("/api/thoughts", Buffer.from(JSON.stringify(question)));
    return JSON.parse(last);
  };
}

/** Of the speed of a server that is a release: `TENGEN=../target/release/tengen`. */
const LEAST_RATIO = 0.75;

test.runIf(isEngineBuilt()).each([
  ["freestyle", 15, 1_000_000],
  ["renju", 15, 1_000_000],
  ["nogo", 9, 50_000],
] as const)("%s: the engine in WebAssembly searches as fast as it must", async (rule, side, nodes) => {
  const think = await wasmThinker();
  const stones = [7, 7, 8, 6, 8, 7, 6, 7];
  const moves = rule === "nogo" ? [] : [0, 2, 4, 6].map((at) => ({ x: stones[at], y: stones[at + 1] }));
  const position = { rule, area: { width: side, height: side }, moves };
  const question = { position, level: 10, nodes, time_ms: 10_000 };
  // In turn, so that both have the machine alike; the first run compiles and is not counted.
  const [native, wasm]: [number[], number[]] = [[], []];
  for (let run = 0; run <= 5; run++) {
    const [server, browser] = [await thinkOnServer(question), think(question)];
    expect(browser.nodes).toBe(server.nodes);
    if (run === 0) continue;
    native.push(server.nodes / server.elapsed_ms);
    wasm.push(browser.nodes / browser.elapsed_ms);
  }
  const ratio = Math.max(...wasm) / Math.max(...native);
  const [fast, slow] = [Math.max(...native), Math.max(...wasm)].map((speed) => speed.toFixed(0));
  console.log(`${rule}: ${slow} nodes a millisecond of ${fast} native: ${ratio.toFixed(2)}`);
  expect(ratio).toBeGreaterThanOrEqual(LEAST_RATIO);
});

test("the animation keeps the frame rate", async () => {
  const { page } = await open(browser, "/nogo#13/scan/random/1", { stored: { speed: 2 } });
  await page.getByRole("slider", { name: "Move" }).fill("60");
  await page.getByRole("button", { name: "Auto" }).click();
  const frames = await page.evaluate(
    (seconds) =>
      new Promise<number[]>((done) => {
        const times: number[] = [];
        let before = performance.now();
        const end = before + seconds * 1000;
        const pass = (now: number): void => {
          times.push(now - before);
          before = now;
          if (now < end) requestAnimationFrame(pass);
          else done(times.slice(2));
        };
        requestAnimationFrame(pass);
      }),
    SECONDS,
  );
  report("animation frames", frames, 17);
  const spent = frames.reduce((sum, time) => sum + time, 0);
  const late = frames.filter((time) => time > 25).length;
  console.log(`animation: ${((1000 * frames.length) / spent).toFixed(1)} frames a second, ${late} late`);
  expect(percentile(frames, 95)).toBeLessThan(25);
  await page.context().close();
});
