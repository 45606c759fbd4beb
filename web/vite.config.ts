import { defineConfig } from "vitest/config";
import { engineFiles } from "./scripts/engine-files.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { SCREEN_FOLDERS, staticSite } from "./scripts/static-site.ts";

/** Address of `tengen serve` for `npm run dev`. */
const server = process.env.TENGEN_URL ?? "http://127.0.0.1:8080";

/** Two kinds of page from one source: one for `tengen serve`, and with `--mode static` one for any web host. */
export default defineConfig(({ mode }) => {
  const isStatic = mode === "static";
  const pages = isStatic ? ["", ...SCREEN_FOLDERS.map((folder) => `${folder}/`)] : [""];
  return {
    base: isStatic ? "./" : "/",
    plugins: [engineFiles(isStatic), ...(isStatic ? [staticSite()] : []), serviceWorker(pages)],
    build: {
      target: "es2022",
      outDir: isStatic ? "dist-site" : "dist",
      // The CSP of the server forbids data URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: { page: "index.html", sw: "src/offline/serviceWorker.ts" },
        output: {
          entryFileNames: (chunk: { name: string }) =>
            chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js",
        },
      },
    },
    worker: { format: "es" as const },
    server: { proxy: { "/api": server }, fs: { allow: [".."] } },
    test: {
      setupFiles: ["src/i18n/loadEnglish.ts"],
      include: ["src/**/*.test.{ts,tsx}"],
      testTimeout: 60_000,
    },
  };
});
