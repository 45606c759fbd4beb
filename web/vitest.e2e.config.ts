import { defineConfig } from "vitest/config";
import { isEngineBuilt } from "./scripts/engine-files.ts";

export default defineConfig({
  test: {
    include: ["e2e/*.test.ts"],
    // Without the engine there is nothing to compare; `make` says so where it cannot be built.
    exclude: isEngineBuilt() ? [] : ["e2e/sameAnswers.test.ts", "e2e/engine*.test.ts"],
    globalSetup: "e2e/globalSetup.ts",
    // Tests mostly wait: run two files at a time.
    maxWorkers: 2,
    // Timeouts end a hanging test; they are no measure of speed.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
