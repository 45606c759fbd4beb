import { signal } from "@preact/signals";
import type { en } from "./en";
import { LANGUAGE_NAMES, type Language } from "./language";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
/** Values of the placeholders of a message. */
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, params?: MessageParams) => string;

/** Catalogs, each of which is loaded when its language is chosen. */
const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import("./en")).en,
  zh: async () => (await import("./zh")).zh,
  "zh-Hant": async () => (await import("./zhHant")).zhHant,
  ja: async () => (await import("./ja")).ja,
  ko: async () => (await import("./ko")).ko,
  ru: async () => (await import("./ru")).ru,
};

const catalogs = signal<Partial<Record<Language, Messages>>>({});

/** Loads the messages of a language, or of English where that fails; returns whether they are new. */
export async function loadMessages(language: Language): Promise<boolean> {
  if (catalogs.peek()[language]) return false;
  try {
    const messages = await LOADERS[language]();
    catalogs.value = { ...catalogs.peek(), [language]: messages };
    return true;
  } catch (error) {
    console.warn(error);
    return language !== "en" && loadMessages("en");
  }
}

/** Translates messages into a language, with their placeholders replaced. */
export const translateTo =
  (language: Language): Translate =>
  (key, params = {}) =>
    fillMessage(messagesOf(language)?.[key] ?? "", params, LANGUAGE_NAMES[language].tag);

const messagesOf = (language: Language): Messages | undefined =>
  catalogs.value[language] ?? catalogs.value.en;

/** Whether a language has a message of this key. */
export const hasMessage = (language: Language, key: string): key is MessageKey =>
  key in (messagesOf(language) ?? {});

/** A plural of ICU MessageFormat: `{count, plural, one {# move} other {# moves}}`. */
const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g;
const PLURAL_FORM = /(\w+) \{([^{}]*)\}/g;

/** Replaces the placeholders of a message, `{name}` and plurals. */
export function fillMessage(message: string, params: MessageParams, tag = "en"): string {
  const chosen = message.replace(PLURAL, (_, name: string, forms: string) => {
    const count = Number(params[name]);
    const rule = new Intl.PluralRules(tag).select(count);
    const texts = new Map([...forms.matchAll(PLURAL_FORM)].map(([, form, text]) => [form, text]));
    return (texts.get(rule) ?? texts.get("other") ?? "").replaceAll("#", String(params[name]));
  });
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
