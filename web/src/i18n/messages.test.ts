import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { language } from "../settings";
import { en } from "./en";
import { ja } from "./ja";
import { ko } from "./ko";
import { LANGUAGE_NAMES, LANGUAGES, type Language, preferredLanguage } from "./language";
import { ru } from "./ru";
import { fillMessage, loadMessages, type MessageKey, type Messages, t } from "./t";
import { zh } from "./zh";
import { zhHant } from "./zhHant";

const CATALOGS: Record<Language, Messages> = { en, zh, "zh-Hant": zhHant, ja, ko, ru };
const KEYS = Object.keys(en) as MessageKey[];
const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g;

/** Names of the placeholders, those of plurals included. */
const placeholders = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(PLURAL)].map(([, name]) => name!),
    ...[...text.replace(PLURAL, "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  ]);

test.each(LANGUAGES)("%s has the same keys in the same order, and no empty message", (language) => {
  expect(Object.keys(CATALOGS[language])).toEqual(KEYS);
  expect(KEYS.filter((key) => CATALOGS[language][key].trim() === "")).toEqual([]);
});

test.each(LANGUAGES)("%s has the placeholders of English", (language) => {
  const differing = KEYS.filter((key) => {
    // English takes the message of the server where other languages fill in the parameters of a reason.
    if (key.startsWith("reason.")) return false;
    const [mine, theirs] = [placeholders(CATALOGS[language][key]), placeholders(en[key])];
    return [...mine].sort().join() !== [...theirs].sort().join();
  });
  expect(differing).toEqual([]);
});

test.each(LANGUAGES)(
  "the short labels of %s are part of the long ones, which speech input hears",
  (language) => {
    const catalog = CATALOGS[language];
    for (const key of KEYS) {
      const short = `${key}.short` as MessageKey;
      if (short in catalog) expect(catalog[key].toLowerCase(), key).toContain(catalog[short].toLowerCase());
    }
  },
);

test("reasons have the same parameters in all languages but English", () => {
  for (const key of KEYS.filter((each) => each.startsWith("reason.")))
    for (const catalog of [zhHant, ja, ko, ru])
      expect(placeholders(catalog[key]), key).toEqual(placeholders(zh[key]));
});

test.each(LANGUAGES)("the plurals of %s have every form of the language", (language) => {
  const { pluralCategories } = new Intl.PluralRules(LANGUAGE_NAMES[language].tag).resolvedOptions();
  for (const key of KEYS) {
    const message = CATALOGS[language][key];
    for (const [, , forms] of message.matchAll(PLURAL)) {
      const found = [...forms!.matchAll(/(\w+) \{/g)].map(([, form]) => form!);
      expect(found.sort(), key).toEqual([...pluralCategories].sort());
    }
    // Where English counts, so does every language that has more than one form.
    if (pluralCategories.length > 1 && en[key].includes(", plural, "))
      expect(message, key).toContain(", plural, ");
  }
});

test("placeholders are replaced, and plurals by the number", async () => {
  language.value = "en";
  expect(t("play.level", { level: 7 })).toBe("Level 7");
  expect(t("review.count", { count: 1 })).toBe("1 mistake");
  await Promise.all(LANGUAGES.map(loadMessages));
  language.value = "zh";
  expect(t("play.level", { level: 7 })).toBe("7 级");
  const counts = [1, 2, 5, 11, 21, 22].map((count) => fillMessage(ru["review.count"], { count }, "ru"));
  expect(counts).toEqual(["1 ошибка", "2 ошибки", "5 ошибок", "11 ошибок", "21 ошибка", "22 ошибки"]);
});

test("the first supported language of the browser is used, else English", () => {
  expect(preferredLanguage(["zh-TW", "en"])).toBe("zh-Hant");
  expect(preferredLanguage(["zh-Hant-HK"])).toBe("zh-Hant");
  expect(preferredLanguage(["zh-Hans-HK"])).toBe("zh");
  expect(preferredLanguage(["fr", "zh-CN"])).toBe("zh");
  expect(preferredLanguage(["ja-JP", "en"])).toBe("ja");
  expect(preferredLanguage(["ru-RU"])).toBe("ru");
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
    const parts = key.split(".");
    // A family of keys is used by its prefix, as in `friend.turn.${stage}.me`.
    const families = parts.slice(1).map((_, index) => `\`${parts.slice(0, index + 1).join(".")}.\${`);
    return all.includes(`"${key}"`) || families.some((family) => all.includes(family));
  };
  expect(KEYS.filter((key) => !used(key))).toEqual([]);
});
