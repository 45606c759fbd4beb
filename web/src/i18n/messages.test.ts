import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { language } from "../settings";
import { en } from "./en";
import { preferredLanguage } from "./language";
import { MESSAGES, type MessageKey, t } from "./t";
import { zh } from "./zh";

const KEYS = Object.keys(en) as MessageKey[];
const parts = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test("all languages have the same keys, in the same order", () => {
  expect(Object.keys(zh)).toEqual(KEYS);
});

test.each(KEYS)("%s has equal placeholders in all languages", (key) => {
  for (const words of Object.values(MESSAGES)) expect(words[key].trim()).not.toBe("");
  expect(new Set(parts(zh[key]))).toEqual(new Set(parts(en[key])));
});

test("placeholders are replaced", () => {
  language.value = "en";
  expect(t("play.level", { level: 7 })).toBe("Level 7");
  language.value = "zh";
  expect(t("play.level", { level: 7 })).toBe("7 级");
});

test("the first supported language of the browser is used, else English", () => {
  expect(preferredLanguage(["zh-TW", "en"])).toBe("zh");
  expect(preferredLanguage(["fr", "zh-CN"])).toBe("zh");
  expect(preferredLanguage(["de"])).toBe("en");
});

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => [path, readFileSync(join("src", path), "utf8")] as const);

test.each(SOURCES)("%s has no hard-coded texts", (_path, source) => {
  // Text between tags, and accessible attributes.
  expect(source.match(/>[^<>{}=;()]*[A-Za-z\u4e00-\u9fff]{2,}[^<>{}=;()]*<\//g) ?? []).toEqual([]);
  expect(source.match(/(aria-label|title|placeholder|alt)="[^"]+"/g) ?? []).toEqual([]);
});

test("every key is used, by name or by its prefix", () => {
  const all = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("i18n"))
    .map((path) => readFileSync(join("src", path), "utf8"))
    .join("\n");
  const used = (key: MessageKey): boolean => {
    const family = `\`${key.slice(0, key.lastIndexOf(".") + 1)}\${`;
    return all.includes(`"${key}"`) || all.includes(family);
  };
  expect(KEYS.filter((key) => !used(key))).toEqual([]);
});
