import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FRIEND_MESSAGES, type FriendMessageKey } from "./friendMessages";

const KEYS = Object.keys(FRIEND_MESSAGES.en) as FriendMessageKey[];
const parts = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test("all languages have the same keys, in the same order, with the same placeholders", () => {
  for (const messages of Object.values(FRIEND_MESSAGES)) {
    expect(Object.keys(messages)).toEqual(KEYS);
    for (const key of KEYS) {
      expect(messages[key].trim()).not.toBe("");
      expect(new Set(parts(messages[key]))).toEqual(new Set(parts(FRIEND_MESSAGES.en[key])));
    }
  }
});

test("every key is used, by name or by its prefix", () => {
  const all = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("i18n"))
    .map((path) => readFileSync(join("src", path), "utf8"))
    .join("\n");
  const families = KEYS.map((key) => key.split(".").slice(0, -1).join("."));
  const used = (key: FriendMessageKey, index: number): boolean =>
    all.includes(`"${key}"`) ||
    all.includes(`\`${families[index]}.\${`) ||
    (key.startsWith("turn.") && all.includes("`turn.${")) ||
    ((key === "host" || key === "guest") && all.includes("friendText(seat)"));
  expect(KEYS.filter((key, index) => !used(key, index))).toEqual([]);
});
