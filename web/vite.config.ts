import { defineConfig } from "vitest/config";
import { serviceWorker } from "./scripts/service-worker.ts";

/** Address of `tengen serve` for `npm run dev`. */
const server = process.env.TENGEN_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [serviceWorker()],
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
  server: { proxy: { "/api": server } },
  test: { include: ["src/**/*.test.{ts,tsx}"], testTimeout: 60_000 },
});
