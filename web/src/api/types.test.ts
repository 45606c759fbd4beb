import { readFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";

const here = (name: string): URL => new URL(name, import.meta.url);

test("the types are those of the server's description", async () => {
  const document = JSON.parse(readFileSync(here("openapi.json"), "utf8"));
  const made = astToString(await openapiTS(document, { immutable: true, defaultNonNullable: false }));
  const kept = readFileSync(here("openapi.d.ts"), "utf8");
  // The file begins with a note of the generator.
  expect(kept.slice(kept.indexOf("export interface paths"))).toBe(made);
}, 60_000);
