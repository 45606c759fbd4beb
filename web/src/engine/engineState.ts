import { signal } from "@preact/signals";

/** Whether the engine may run in the browser or on the server, so that one can choose. */
export const hasEngine = signal(false);

/** Error code where this browser cannot run the engine, and there is no server. */
export const ENGINE_MISSING = "engine_missing";

/** Whether nothing can be answered at all. */
export const isEngineMissing = signal(false);

/** How many workers were lost since the page was opened. */
export const lostWorkers = signal(0);

/** Losses after which the engine of the page is given up, where there is a server to ask. */
export const MAX_LOST = 5;

/** A module with one function that returns a vector. */
// biome-ignore format: one section a line
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x08, 0x01, 0x06, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x0b,
]);

/** Whether this browser can run the engine: workers, and WebAssembly with SIMD. */
export const canRunEngine = (): boolean =>
  typeof WebAssembly === "object" && typeof Worker === "function" && WebAssembly.validate(SIMD_MODULE);
