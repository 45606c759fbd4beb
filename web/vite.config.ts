import { defineConfig } from "vitest/config";
import { serviceWorker } from "./scripts/service-worker.ts";

/** Where `tengen serve` listens while the page is worked on by `npm run dev`. */
const server = process.env.TENGEN_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [serviceWorker()],
  build: {
    target: "es2022",
    // A link that carries the page as text would be refused by the strict policy of the server.
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
