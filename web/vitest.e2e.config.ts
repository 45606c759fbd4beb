import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/*.test.ts"],
    globalSetup: "e2e/globalSetup.ts",
    // Tests mostly wait: run two files at a time.
    maxWorkers: 2,
    // Timeouts end a hanging test; they are no measure of speed.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
