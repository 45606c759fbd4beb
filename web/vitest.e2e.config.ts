import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/*.test.ts"],
    globalSetup: "e2e/house.ts",
    // Tests mostly wait: two files at a time.
    maxWorkers: 2,
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
