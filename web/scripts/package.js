// Adds declarations to the package that Vite has built, and packs it: target/npm/tengen-VERSION.tgz.
//
// The declarations are usable without a bundler: imports name files, as Node wants them, and what no entry leads to is
// left out.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const BUILT = resolve(process.env.CARGO_TARGET_DIR ?? "../target", "npm");
const PACKAGE = join(BUILT, "package");
const TYPES = join(PACKAGE, "types");
const ENTRIES = ["browser", "node", "board"].map((name) => join(TYPES, `npm/src/${name}.d.ts`));
const RELATIVE = /(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)"/g;

execFileSync("node_modules/.bin/tsc", ["--project", "npm", "--outDir", TYPES], { stdio: "inherit" });
// A declaration that is a source is not written by tsc.
copyFileSync("src/api/openapi.d.ts", join(TYPES, "src/api/openapi.d.ts"));

const reached = new Set(ENTRIES);
for (const file of reached) {
  const text = readFileSync(file, "utf8").replaceAll(RELATIVE, (_, before, path) => {
    const target = join(dirname(file), `${path}.d.ts`);
    if (!existsSync(target)) throw new Error(`${file} imports ${path}, which is not there`);
    reached.add(target);
    return `${before}"${path}.js"`;
  });
  writeFileSync(file, text);
}
for (const name of readdirSync(TYPES, { recursive: true, encoding: "utf8" })) {
  const path = join(TYPES, name);
  if (statSync(path).isFile() && !reached.has(path)) rmSync(path);
}

for (const name of readdirSync(BUILT).filter((name) => name.endsWith(".tgz"))) rmSync(join(BUILT, name));
execFileSync("npm", ["pack", PACKAGE, "--pack-destination", BUILT, "--silent"], { stdio: "inherit" });
