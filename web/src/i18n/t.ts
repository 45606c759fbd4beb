import { language } from "../settings";
import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export const MESSAGES: Record<Language, Messages> = { en, zh };

/** A sentence in the language of the page, with `{name}` replaced by what is given. */
export function t(key: MessageKey, parts: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(parts[name] ?? whole),
  );
}
