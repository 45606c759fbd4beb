import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
/** Values of the placeholders of a message. */
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, params?: MessageParams) => string;

export const MESSAGES: Record<Language, Messages> = { en, zh };

/** Translates messages into a language, with `{name}` placeholders replaced. */
export const translateTo =
  (language: Language): Translate =>
  (key, params = {}) =>
    fillMessage(MESSAGES[language][key], params);

/** Replaces the `{name}` placeholders of a message. */
export function fillMessage(message: string, params: MessageParams): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
