// Prints the gzipped size of the page, and fails if its scripts, or the engine with the weights of the first rule, exceed
// their budget.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const SCRIPTS_LIMIT = 90_000;
const ENGINE_LIMIT = 450_000;
/** What is loaded for the first move of the first game. */
const ENGINE = /\/(engine-[^/]*\.wasm|freestyle-[^/]*\.values)$/;
const DIST = new URL("../dist", import.meta.url).pathname;

/** @param {string} folder @returns {string[]} */
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

let scripts = 0;
let engine = 0;
for (const path of files(DIST)) {
  const bytes = gzipSync(readFileSync(path), { level: 9 }).length;
  if (path.endsWith(".js")) scripts += bytes;
  if (ENGINE.test(path)) engine += bytes;
  console.log(`${String(bytes).padStart(8)}  ${path.slice(DIST.length + 1)}`);
}
console.log(`${String(scripts).padStart(8)}  all scripts, of ${SCRIPTS_LIMIT} at most`);
console.log(
  `${String(engine).padStart(8)}  engine and weights of the first rule, of ${ENGINE_LIMIT} at most`,
);
if (scripts > SCRIPTS_LIMIT || engine > ENGINE_LIMIT) process.exit(1);
