import { signal } from "@preact/signals";
import { en } from "./en";
import { LANGUAGE_NAMES, type Language } from "./language";

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
/** Values of the placeholders of a message. */
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, params?: MessageParams) => string;

/** Catalogs that are loaded when their language is chosen; English is part of the page, as the fallback. */
const LOADERS: Record<Exclude<Language, "en">, () => Promise<Messages>> = {
  zh: async () => (await import("./zh")).zh,
  "zh-Hant": async () => (await import("./zhHant")).zhHant,
  ja: async () => (await import("./ja")).ja,
  ko: async () => (await import("./ko")).ko,
  ru: async () => (await import("./ru")).ru,
};

const catalogs = signal<Partial<Record<Language, Messages>>>({ en });

/** Loads the messages of a language; returns whether they are new. Where that fails, as without the network, English stays. */
export async function loadMessages(language: Language): Promise<boolean> {
  if (language === "en" || catalogs.peek()[language]) return false;
  try {
    const messages = await LOADERS[language]();
    catalogs.value = { ...catalogs.peek(), [language]: messages };
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}

/** Translates messages into a language, with their placeholders replaced. */
export const translateTo =
  (language: Language): Translate =>
  (key, params = {}) =>
    fillMessage((catalogs.value[language] ?? en)[key], params, LANGUAGE_NAMES[language].tag);

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
