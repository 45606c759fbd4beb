import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
export type Translate = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string;

export const MESSAGES: Record<Language, Messages> = { en, zh };

/** Translates messages into a language, with `{name}` placeholders replaced. */
export const translateTo =
  (language: Language): Translate =>
  (key, params = {}) =>
    MESSAGES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
