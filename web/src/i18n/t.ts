import { language } from "../settings";
import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;

export const DICTIONARIES: Record<Language, Words> = { en, zh };

/** A sentence in the language of the page, with `{name}` replaced by what is given. */
export function say(key: Key, parts: Readonly<Record<string, string | number>> = {}): string {
  return DICTIONARIES[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(parts[name] ?? whole),
  );
}
