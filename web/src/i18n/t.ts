import { language } from "../settings";
import { en } from "./en";
import type { Language } from "./language";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export const MESSAGES: Record<Language, Messages> = { en, zh };

/** Values of the placeholders of a message. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** Translates a message, with `{name}` placeholders replaced. */
export function t(key: MessageKey, params: MessageParams = {}): string {
  return fillMessage(MESSAGES[language.value][key], params);
}

/** Replaces the `{name}` placeholders of a message. */
export function fillMessage(message: string, params: MessageParams): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
