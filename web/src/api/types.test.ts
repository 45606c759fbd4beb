import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PAGE = new URL("../..", import.meta.url);

test("openapi.d.ts is generated from the current openapi.json", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", PAGE), "utf8"));
  const [, ...words] = scripts.types.split(" ");
  const output = words.splice(words.indexOf("--output"), 2)[1];
  const program = fileURLToPath(new URL("node_modules/openapi-typescript/bin/cli.js", PAGE));
  const made = execFileSync(process.execPath, [program, ...words], { cwd: PAGE, encoding: "utf8" });
  expect(made.trim()).toBe(readFileSync(new URL(output, PAGE), "utf8").trim());
}, 60_000);
