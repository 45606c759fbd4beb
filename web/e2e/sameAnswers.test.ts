import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, inject, test } from "vitest";
import { type WasmHost, WasmInstance } from "../src/engine/wasmInstance";
import { Random } from "./random";

// The engine in WebAssembly against the server, in one run: bodies are equal byte for byte, but for times.

const MODULES = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "browser");
const ENGINE = "../crates/tengen-engine/src";
const FIVES = ["freestyle", "exact", "renju"] as const;
const RULES = [...FIVES, "nogo"] as const;
const POSITIONS = Number(process.env.SAME_ANSWERS ?? 1000);

const SEARCH = /thoughts|solutions|reviews/;

/** A body and whether it is an answer; of a search, that of its last event. */
interface Outcome {
  readonly ok: boolean;
  readonly body: string;
}

class WasmSide implements WasmHost {
  last = "";
  private constructor() {}
  private engine!: WasmInstance;
  private records!: WasmInstance;
  private review!: WasmInstance;

  static async create(): Promise<WasmSide> {
    const side = new WasmSide();
    const load = async (name: string): Promise<WasmInstance> =>
      WasmInstance.create(await WebAssembly.compile(readFileSync(`${MODULES}/${name}.wasm`)), side);
    side.engine = await load("engine");
    side.records = await load("records");
    side.review = await load("review");
    for (const rule of RULES)
      for (const module of [side.engine, side.review])
        module.ask(
          "/weights",
          readFileSync(`${ENGINE}/${rule === "nogo" ? "nogo" : "fives"}/weights/${rule}.values`),
        );
    return side;
  }

  isCancelled(): boolean {
    return false;
  }

  onEvent(event: string, json: string): void {
    if (event !== "progress") this.last = json;
  }

  ask(address: string, body: Uint8Array): Outcome {
    const isRecord = /judge|import|convert|picture|check/.test(address);
    const isSearch = SEARCH.test(address);
    const module = isRecord ? this.records : address === "/api/reviews" ? this.review : this.engine;
    const reply = module.ask(address, body);
    const text = Buffer.from(reply.bytes).toString("latin1");
    return { ok: reply.ok, body: isSearch && reply.ok ? Buffer.from(this.last).toString("latin1") : text };
  }
}

/** A connection that was idle while the engine searched may be closed just as it is used: once more, on a new one. */
const request = (url: string, init?: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => fetch(url, init));

async function askServer(address: string, body: Uint8Array, type: string): Promise<Outcome> {
  const url = inject("address") + address;
  // A name of its own: searches of other tests at the same server do not take its place.
  const headers = { "content-type": type, "tengen-client": "sameAnswers" };
  const post = { method: "POST", headers, body: Buffer.from(body) };
  const response = await request(url, post);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok || !SEARCH.test(address)) return { ok: response.ok, body: bytes.toString("latin1") };
  const { id } = JSON.parse(bytes.toString());
  const events = Buffer.from(await (await request(`${url}/${id}/events`)).arrayBuffer()).toString("latin1");
  const told = [...events.matchAll(/event: ?(\w+)\ndata: ?(.*)\n|data: ?(.*)\nevent: ?(\w+)\n/g)]
    .map(([, event, data, first, second]) => ({ event: event ?? second, data: data ?? first }))
    .filter(({ event }) => /^(thought|solution|review|error)$/.test(event!));
  const last = told.at(-1)!;
  return { ok: last.event !== "error", body: last.data! };
}

const untimed = ({ ok, body }: Outcome): Outcome => ({
  ok,
  body: body.replaceAll(/"elapsed_ms":\d+/g, '"elapsed_ms":0'),
});

let wasm: WasmSide;
beforeAll(async () => {
  wasm = await WasmSide.create();
});

/** Time of a search by the solver, which gives its parts shares of it: those of a search that takes long may run out. */
const SOLVING_TIME = 20_000;
const isLong = ({ body }: Outcome): boolean =>
  body.includes('"why_code":"time"') ||
  // A part of the search ended by its share of the time.
  body.includes('"threats":"open"') ||
  Number(/"elapsed_ms":(\d+)/.exec(body)?.[1] ?? 0) > SOLVING_TIME / 8;

/** Asks both, and gives what they agree on. */
async function same(address: string, question: unknown): Promise<Outcome> {
  const isBytes = question instanceof Uint8Array;
  const body = isBytes ? question : Buffer.from(JSON.stringify(question));
  const server = await askServer(address, body, isBytes ? "application/octet-stream" : "application/json");
  const browser = wasm.ask(address, body);
  if (address === "/api/solutions")
    for (const outcome of [browser, server]) if (isLong(outcome)) return outcome;
  expect(untimed(browser), `${address} ${isBytes ? "" : JSON.stringify(question)}`).toEqual(untimed(server));
  return server;
}

/** A position after random moves, some of which may be illegal. */
function randomPosition(random: Random): { rule: (typeof RULES)[number]; area: unknown; moves: unknown[] } {
  const rule = RULES[random.below(4)]!;
  const side = rule === "nogo" ? 3 + random.below(9) : 5 + random.below(18);
  const area = rule !== "nogo" && random.below(8) === 0 ? null : { width: side, height: side };
  const spread = Math.min(side, 4 + random.below(8));
  const origin = area ? Math.floor((side - spread) / 2) : -3;
  const seen = new Set<string>();
  const moves: { x: number; y: number }[] = [];
  for (let left = random.below(30); left > 0; left--) {
    const point = { x: origin + random.below(spread), y: origin + random.below(spread) };
    const key = `${point.x},${point.y}`;
    if (seen.has(key) && random.below(50) > 0) continue;
    seen.add(key);
    moves.push(point);
  }
  return { rule, area, moves };
}

test(`${POSITIONS} positions have one view, one thought and one solution`, async () => {
  const random = new Random(20);
  const counts = { views: 0, refused: 0, thoughts: 0, nodes: 0, solutions: 0, undecided: 0 };
  for (let number = 0; number < POSITIONS; number++) {
    const position = randomPosition(random);
    const view = await same("/api/view", position);
    if (!view.ok) {
      counts.refused++;
      continue;
    }
    counts.views++;
    const effort = { level: 1 + random.below(10), lines: 1 + random.below(3), nodes: 50 + random.below(400) };
    const seed = random.below(1000);
    const thought = await same("/api/thoughts", { position, ...effort, seed, time_ms: 60_000 });
    if (thought.ok) {
      counts.thoughts++;
      counts.nodes += JSON.parse(thought.body).nodes;
    }
    const isSmall = position.moves.length > 0 && view.body.includes('"width":3');
    const nogo = isSmall ? ["nogo", "lost"] : ["reach"];
    const kinds = position.rule === "nogo" ? nogo : number % 8 === 0 ? ["threats"] : ["fours", "reach"];
    const kind = kinds[random.below(kinds.length)];
    const solution = await same("/api/solutions", { position, ask: { kind }, time_ms: SOLVING_TIME });
    if (isLong(solution)) counts.undecided++;
    else if (solution.ok) counts.solutions++;
  }
  console.log(counts);
  expect(counts.views).toBeGreaterThan(POSITIONS / 2);
  expect(counts.thoughts).toBeGreaterThan(POSITIONS / 4);
  expect(counts.solutions).toBeGreaterThan(POSITIONS / 4);
  expect(counts.undecided).toBeLessThan(POSITIONS / 20);
});

test("games have one review", async () => {
  const random = new Random(22);
  let marked = 0;
  for (let number = 0; number < 12; number++) {
    const game = randomPosition(random);
    const review = await same("/api/reviews", { game, level: 1 });
    if (review.ok) marked += (review.body.match(/"mark":"\?/g) ?? []).length;
  }
  expect(marked).toBeGreaterThan(20);
});

test("questions that cannot be answered are refused in one way", async () => {
  const area = { width: 15, height: 15 };
  for (const [address, question] of [
    ["/api/view", { rule: "go", area, moves: [] }],
    ["/api/view", { rule: "renju", area, moves: [{ x: 99, y: 0 }] }],
    ["/api/view", { rule: "renju", area: { width: 0, height: 3 }, moves: [] }],
    ["/api/view", { rule: "renju", area, moves: [], more: 1 }],
    ["/api/thoughts", { position: { rule: "renju", area, moves: [] }, level: 11 }],
    ["/api/thoughts", { position: { rule: "renju", area, moves: [] }, lines: 0 }],
    ["/api/solutions", { position: { rule: "renju", area, moves: [] }, ask: { kind: "nogo" } }],
    ["/api/swap2", { rule: "renju", area, stones: [{ x: 1, y: 1 }] }],
    ["/api/picture", { position: { rule: "renju", area, moves: [] }, format: "svg", theme: "none" }],
    ["/api/convert", { source: { kind: "text", text: "h8" }, format: "none" }],
    ["/api/book", { rule: "freestyle", area, moves: [] }],
    ["/api/judge?most=x", Buffer.from("h8")],
    ["/api/judge?other=1", Buffer.from("h8")],
    ["/api/import", Buffer.from("\u0000\u0001")],
    ["/api/judge", gzipSync("h8i9").subarray(0, 15)],
  ] as const)
    expect((await same(address, question)).ok, address).toBe(false);
  const text = Buffer.from('{"rule": "renju",\n oops');
  const server = await askServer("/api/view", text, "application/json");
  expect(wasm.ask("/api/view", text)).toEqual(server);
});

test("films, openings, checks, records and pictures are the same", async () => {
  const random = new Random(21);
  const players = [{ kind: "scan" }, { kind: "random" }, { kind: "engine", level: 3 }];
  for (const black of players)
    for (const white of players)
      for (const side of [2, 4, 6]) {
        const question = { size: { width: side, height: side }, black, white, seed: random.below(99) };
        expect((await same("/api/nogo/play", question)).ok).toBe(true);
      }
  const area = { width: 15, height: 15 };
  for (const rule of FIVES)
    for (const level of [1, 2])
      expect((await same("/api/swap2", { rule, area, stones: [], level, seed: random.below(99) })).ok).toBe(
        true,
      );
  for (const rule of RULES)
    for (const count of [1, 2, 4]) {
      const stones = Array.from({ length: count }, (_, x) => ({ x, y: 1, color: x % 2 ? "white" : "black" }));
      expect((await same("/api/check", { rule, area, stones })).ok).toBe(true);
    }
  const sgf = "(;GM[4]SZ[15]PB[a]PW[b]RE[B+R];B[hh];W[ii](;B[hi];W[jj])(;B[gg]C[so];W[ff]))";
  for (const bytes of [
    Buffer.from(sgf),
    Buffer.from("h8i9h9i10h10i11h11i12h12\nh8h8\n"),
    Buffer.from("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n"),
    readFileSync("../testdata/puzzles/fives.jsonl"),
    gzipSync(sgf),
    gzipSync(gzipSync(sgf)),
  ]) {
    expect((await same("/api/judge?most=5&skip=1", bytes)).ok).toBe(true);
    expect((await same("/api/import", bytes)).ok).toBe(true);
  }
  for (const format of ["sgf", "psq", "positions", "moves"])
    expect((await same("/api/convert", { source: { kind: "text", text: sgf }, format })).ok, format).toBe(
      true,
    );
  const moves = [
    { x: 7, y: 7 },
    { x: 8, y: 8 },
  ];
  for (const format of ["svg", "png", "gif"])
    for (const theme of ["wood", "pixel", "contrast-dark"])
      expect(
        (await same("/api/picture", { position: { rule: "renju", area, moves }, format, theme })).ok,
      ).toBe(true);
});
