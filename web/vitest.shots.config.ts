import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/shots.ts"],
    globalSetup: "e2e/globalSetup.ts",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
