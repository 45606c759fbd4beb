import { defineConfig } from "vitest/config";
import { engineFiles } from "./scripts/engine-files.ts";
import { serviceWorker } from "./scripts/service-worker.ts";

/** Address of `tengen serve` for `npm run dev`. */
const server = process.env.TENGEN_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [engineFiles(), serviceWorker()],
  build: {
    target: "es2022",
    // The CSP of the server forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { page: "index.html", sw: "src/offline/serviceWorker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": server }, fs: { allow: [".."] } },
  test: { include: ["src/**/*.test.{ts,tsx}"], testTimeout: 60_000 },
});
