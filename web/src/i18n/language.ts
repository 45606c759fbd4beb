export const LANGUAGES = ["en", "zh", "zh-Hant", "ja", "ko", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Native name and BCP 47 tag of each language. */
export const LANGUAGE_NAMES: Record<Language, { readonly name: string; readonly tag: string }> = {
  en: { name: "English", tag: "en" },
  zh: { name: "简体中文", tag: "zh-Hans" },
  "zh-Hant": { name: "繁體中文", tag: "zh-Hant" },
  ja: { name: "日本語", tag: "ja" },
  ko: { name: "한국어", tag: "ko" },
  ru: { name: "Русский", tag: "ru" },
};

/** The first supported language of the browser. */
export function preferredLanguage(
  requested: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  for (const tag of requested) {
    const found = languageOf(tag);
    if (found) return found;
  }
  return "en";
}

/** The supported language of a BCP 47 tag. Chinese has two scripts, which may follow from the region. */
function languageOf(tag: string): Language | undefined {
  const [language, ...subtags] = tag.toLowerCase().split("-");
  if (language !== "zh") return LANGUAGES.find((each) => each === language);
  const isTraditional = subtags.some((subtag) => ["hant", "tw", "hk", "mo"].includes(subtag));
  return isTraditional && !subtags.includes("hans") ? "zh-Hant" : "zh";
}
