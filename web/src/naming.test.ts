import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

/** Generated: the names of the API are the server's. */
const GENERATED = /openapi\.d\.ts$/;

const FILES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !GENERATED.test(path),
);
const SOURCES = FILES.filter((path) => !/\.test\.tsx?$/.test(path));

/** The file name without extensions. */
const stem = (path: string): string => basename(path).replace(/(\.(fake|test))?\.tsx?$/, "");

/** The values that occur more than once. */
function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))].sort();
}

/** Names of types, interfaces, classes and components, exported or not: all that is written in PascalCase. */
const definitions = (path: string): string[] =>
  [
    ...readFileSync(join("src", path), "utf8").matchAll(
      /^(?:export )?(?:abstract )?(?:type|interface|class|function) ([A-Z]\w*)/gm,
    ),
  ].map(([, name]) => name!);

test("a type, class or component has a name of its own", () => {
  expect(repeated(SOURCES.flatMap(definitions))).toEqual([]);
});

test("a file has a name of its own, also where case does not count", () => {
  // A fake stands beside what it stands in for.
  const real = SOURCES.filter((path) => !path.includes(".fake."));
  expect(repeated(real.map((path) => stem(path).toLowerCase()))).toEqual([]);
});

test.each(FILES)("%s is named as its kind is", (path) => {
  // Files of components are PascalCase; hooks, modules and the entry point are camelCase.
  const isComponent = path.endsWith(".tsx") && !/^(use[A-Z]|main$)/.test(stem(path));
  expect(stem(path)).toMatch(isComponent ? /^[A-Z][A-Za-z0-9]*$/ : /^[a-z][A-Za-z0-9]*$/);
});

test.each(SOURCES.filter((path) => path.endsWith(".tsx")))("%s defines what it is named after", (path) => {
  const source = readFileSync(join("src", path), "utf8");
  const isGroup = ["FormFields", "main"].includes(stem(path));
  expect(isGroup || new RegExp(`^export function ${stem(path)}\\b`, "m").test(source)).toBe(true);
});
