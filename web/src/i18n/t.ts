import { language } from "../settings";
import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export const MESSAGES: Record<Language, Messages> = { en, zh };

/** Translates a message, with `{name}` placeholders replaced. */
export function t(key: MessageKey, params: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  );
}
