import type { Plugin } from "vite";

/** Folders of the screens but the first; `src/route.ts` knows them too. */
export const SCREEN_FOLDERS = ["puzzles", "nogo", "solve", "judge", "embed"];

/** As `tengen serve` sends it in a header, but for frames, which a document cannot forbid about itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const NOT_FOUND = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tengen: not found</title>
<h1>There is no page at this address</h1>
<p><a href="./">Tengen</a></p>
<p lang="zh-Hans">这个地址没有页面。<a href="./">Tengen</a></p>
</html>
`;

/** Vite plugin: what any web host needs to serve the page, in any folder: a page for each screen, and one for the lost. */
export function staticSite(): Plugin {
  return {
    name: "static-site",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the page is not built");
        const inFolder = String(page.source).replaceAll(/((?:src|href)=")\.\//g, "$1../");
        for (const folder of SCREEN_FOLDERS)
          this.emitFile({ type: "asset", fileName: `${folder}/index.html`, source: inFolder });
        this.emitFile({ type: "asset", fileName: "404.html", source: NOT_FOUND });
      },
    },
  };
}
