import { afterEach, expect, test, vi } from "vitest";
import { canRunEngine } from "./engineState";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the engine runs where there are workers and WebAssembly with SIMD", () => {
  vi.stubGlobal("Worker", class {});
  expect(canRunEngine()).toBe(true);
  vi.stubGlobal("WebAssembly", { ...WebAssembly, validate: () => false });
  expect(canRunEngine()).toBe(false);
  vi.stubGlobal("WebAssembly", undefined);
  expect(canRunEngine()).toBe(false);
});
