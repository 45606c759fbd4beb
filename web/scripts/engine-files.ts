import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Name of the module that the page imports. */
const NAME = "virtual:engine-files";
const ENGINE = "../crates/tengen-engine/src";
/** Paths of the weights by rule. */
const WEIGHTS = {
  freestyle: `${ENGINE}/fives/weights/freestyle`,
  exact: `${ENGINE}/fives/weights/exact`,
  renju: `${ENGINE}/fives/weights/renju`,
  nogo: `${ENGINE}/nogo/weights/nogo`,
};

const MODULES = ["engine", "records", "review", "puzzles"];

/** Folder of the modules that `scripts/wasm.sh` builds. */
const BUILT = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "browser");

/** Whether the modules are there. */
export const isEngineBuilt = (): boolean => MODULES.every((name) => existsSync(`${BUILT}/${name}.wasm`));

/**
 * Vite plugin: adds the engine and its weights to the assets, and gives the page their addresses; null where the engine
 * is not built.
 */
export function engineFiles(isNeeded: boolean): Plugin {
  return {
    name: "engine-files",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return;
      if (!isEngineBuilt()) {
        if (isNeeded) throw new Error("a page without a server needs the engine: scripts/wasm.sh build");
        this.warn(
          "there is no engine for browsers (scripts/wasm.sh build): the page will think on the server",
        );
        return "export default null;";
      }
      const url = (path: string, name: string): string => {
        if (this.environment.mode === "dev") return JSON.stringify(`/@fs${resolve(path)}`);
        const file = this.emitFile({ type: "asset", name, source: readFileSync(path) });
        return `import.meta.ROLLUP_FILE_URL_${file}`;
      };
      const urls = (paths: Readonly<Record<string, string>>, ending: string): string =>
        `{ ${Object.entries(paths)
          .map(([name, path]) => `${name}: ${url(path + ending, name + ending)}`)
          .join(", ")} }`;
      const modules = Object.fromEntries(MODULES.map((name) => [name, `${BUILT}/${name}`]));
      return `export default { modules: ${urls(modules, ".wasm")}, weights: ${urls(WEIGHTS, ".values")} };`;
    },
  };
}
