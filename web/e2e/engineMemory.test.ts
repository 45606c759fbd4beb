import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { WasmInstance } from "../src/engine/wasmInstance";
import { Random } from "./random";

const MODULE = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "browser/engine.wasm");
const WEIGHTS = "../crates/tengen-engine/src/fives/weights/freestyle.values";
const GAMES = 100;
const PLIES = 24;

test(`${GAMES} games in one instance take no more memory than ten`, async () => {
  let thought = "";
  const host = { isCancelled: () => false, onEvent: (_event: string, json: string) => void (thought = json) };
  const engine = await WasmInstance.create(await WebAssembly.compile(readFileSync(MODULE)), host);
  const ask = (address: string, request: unknown): string =>
    Buffer.from(engine.ask(address, Buffer.from(JSON.stringify(request))).bytes).toString();
  engine.ask("/weights", readFileSync(WEIGHTS));
  const random = new Random(6);
  const area = { width: 9, height: 9 };
  const memory: number[] = [];
  let played = 0;
  for (let game = 0; game < GAMES; game++) {
    const moves = [{ x: random.below(9), y: random.below(9) }];
    while (moves.length < PLIES) {
      const position = { rule: "freestyle", area, moves };
      if (JSON.parse(ask("/api/view", position)).ending) break;
      ask("/api/thoughts", { position, level: 6, seed: game, time_ms: 60_000 });
      const { x, y } = JSON.parse(thought).lines[0].point;
      moves.push({ x, y });
      played++;
    }
    memory.push(engine.memory);
  }
  expect(played).toBeGreaterThan(GAMES * 5);
  expect(memory.at(-1)).toBe(memory[9]);
});
