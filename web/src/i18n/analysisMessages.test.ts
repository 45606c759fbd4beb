import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ANALYSIS_MESSAGES, type AnalysisMessageKey } from "./analysisMessages";

const KEYS = Object.keys(ANALYSIS_MESSAGES.en) as AnalysisMessageKey[];
const parts = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test("all languages have the same keys, in the same order, with the same placeholders", () => {
  for (const messages of Object.values(ANALYSIS_MESSAGES)) {
    expect(Object.keys(messages)).toEqual(KEYS);
    for (const key of KEYS) {
      expect(messages[key].trim()).not.toBe("");
      expect(new Set(parts(messages[key]))).toEqual(new Set(parts(ANALYSIS_MESSAGES.en[key])));
    }
  }
});

test("every key is used, by name or by its prefix", () => {
  const all = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("i18n"))
    .map((path) => readFileSync(join("src", path), "utf8"))
    .join("\n");
  const used = (key: AnalysisMessageKey): boolean =>
    all.includes(`"${key}"`) || all.includes(`\`${key.slice(0, key.lastIndexOf(".") + 1)}\${`);
  expect(KEYS.filter((key) => !used(key))).toEqual([]);
});
