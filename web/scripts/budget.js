// Prints the gzipped size of the page, and fails if the scripts of the first visit, with the messages of the largest language,
// or the engine with the weights of the first rule, exceed their budget. Scripts that are loaded when a screen is opened do
// not count.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const SCRIPTS_LIMIT = 90_000;
const ENGINE_LIMIT = 450_000;
/** What is loaded for the first move of the first game. */
const ENGINE = /\/(engine-[^/]*\.wasm|freestyle-[^/]*\.values)$/;
/** Messages of a language, of which a visit loads one at most. */
const MESSAGES = /\/(en|zh|zhHant|ja|ko|ru)-[^/]*\.js$/;
const DIST = new URL("../dist", import.meta.url).pathname;

/** @param {string} folder @returns {string[]} */
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

/**
 * Scripts that the page loads before anything is pressed: those of its HTML, and what they import statically.
 * @returns {Set<string>}
 */
function firstScripts() {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const found = new Set(
    [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => join(DIST, path)),
  );
  for (const path of found) {
    const imports = readFileSync(path, "utf8").matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g);
    for (const [, other] of imports) found.add(join(path, "..", other));
  }
  return found;
}

const first = firstScripts();
if (first.size === 0) throw new Error("index.html has no script");
let scripts = 0;
let engine = 0;
let messages = 0;
for (const path of files(DIST)) {
  const bytes = gzipSync(readFileSync(path), { level: 9 }).length;
  if (first.has(path)) scripts += bytes;
  if (ENGINE.test(path)) engine += bytes;
  if (MESSAGES.test(path)) messages = Math.max(messages, bytes);
  console.log(`${String(bytes).padStart(8)}  ${path.slice(DIST.length + 1)}`);
}
if (messages === 0) throw new Error("no language is built");
scripts += messages;
console.log(`${String(scripts).padStart(8)}  scripts of the first visit, of ${SCRIPTS_LIMIT} at most`);
console.log(
  `${String(engine).padStart(8)}  engine and weights of the first rule, of ${ENGINE_LIMIT} at most`,
);
if (scripts > SCRIPTS_LIMIT || engine > ENGINE_LIMIT) process.exit(1);
