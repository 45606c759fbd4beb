// Prints the gzipped size of the page, and fails if the scripts exceed their budget.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 150 * 1024;
const DIST = new URL("../dist", import.meta.url).pathname;

/** @param {string} folder @returns {string[]} */
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });

let scripts = 0;
for (const path of files(DIST)) {
  const bytes = gzipSync(readFileSync(path), { level: 9 }).length;
  if (path.endsWith(".js")) scripts += bytes;
  console.log(`${String(bytes).padStart(8)}  ${path.slice(DIST.length + 1)}`);
}
console.log(`${String(scripts).padStart(8)}  all scripts, of ${LIMIT} at most`);
if (scripts > LIMIT) process.exit(1);
