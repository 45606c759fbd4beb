import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { engineFiles } from "./scripts/engine-files.ts";
import { en } from "./src/i18n/en.ts";
import { ja } from "./src/i18n/ja.ts";
import { ko } from "./src/i18n/ko.ts";
import { ru } from "./src/i18n/ru.ts";
import { zh } from "./src/i18n/zh.ts";
import { zhHant } from "./src/i18n/zhHant.ts";

/** Folder of the package, from which it is packed. */
const PACKAGE = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "npm/package");

/** Messages that the board has; the others are the page's. */
const BOARD_MESSAGE = /^(board|color|rule|size|why)\./;

/** Vite plugin: the package has only the messages of the board. */
function boardMessages(): Plugin {
  const messages: Record<string, Readonly<Record<string, string>>> = { en, zh, zhHant, ja, ko, ru };
  return {
    name: "board-messages",
    enforce: "pre",
    load(id) {
      const language = /\/i18n\/(\w+)\.ts$/.exec(id)?.[1] ?? "";
      if (!(language in messages)) return;
      const kept = Object.entries(messages[language]!).filter(([key]) => BOARD_MESSAGE.test(key));
      return `export const ${language} = ${JSON.stringify(Object.fromEntries(kept))};`;
    },
  };
}

/** Vite plugin: what a package has besides its scripts, with the version of the workspace. */
function packageFiles(): Plugin {
  return {
    name: "package-files",
    generateBundle() {
      const version = /^version = "(.*)"$/m.exec(readFileSync("../Cargo.toml", "utf8"))?.[1];
      if (!version) throw new Error("Cargo.toml has no version");
      const manifest = { ...JSON.parse(readFileSync("npm/package.json", "utf8")), version };
      const emit = (fileName: string, source: string | Buffer): void =>
        void this.emitFile({ type: "asset", fileName, source });
      emit("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
      for (const name of ["README.md", "demo.html"]) emit(name, readFileSync(`npm/${name}`));
      for (const name of readdirSync("..").filter((name) => name.startsWith("LICENSE")))
        emit(name, readFileSync(`../${name}`));
    },
  };
}

/** The package `tengen`: modules for browsers and Node, which need no bundler. */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [engineFiles(true), boardMessages(), packageFiles()],
  build: {
    target: "es2022",
    outDir: PACKAGE,
    emptyOutDir: true,
    // Whoever minifies a site minifies this with it, and errors name lines that can be read.
    minify: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: {
        browser: "npm/src/browser.ts",
        node: "npm/src/node.ts",
        nodeWorker: "npm/src/nodeWorker.ts",
        board: "npm/src/board.tsx",
      },
      external: [/^node:/],
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: "dist/[name].js",
        chunkFileNames: "dist/[name].js",
        assetFileNames: "dist/[name][extname]",
      },
    },
  },
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: "dist/[name].js" } },
  },
});
