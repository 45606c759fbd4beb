import type { Plugin } from "vite";

/** Vite plugin: inserts the list of the app shell files into the service worker, as addresses seen from it. */
export function serviceWorker(pages: readonly string[]): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("the service worker is not built");
        const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const own = ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
        const shell = [...pages, ...own, ...files.sort()].map((name) => `./${name}`);
        worker.code = `const __SHELL__=${JSON.stringify(shell)};${worker.code}`;
      },
    },
  };
}
