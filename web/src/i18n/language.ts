export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Native name and BCP 47 tag of each language. */
export const LANGUAGE_NAMES: Record<Language, { readonly name: string; readonly tag: string }> = {
  en: { name: "English", tag: "en" },
  zh: { name: "中文", tag: "zh-Hans" },
};

/** The first supported language of the browser. */
export function preferredLanguage(
  requested: readonly string[] = globalThis.navigator?.languages ?? [],
): Language {
  const known = requested
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => LANGUAGES.includes(tag as Language));
  return (known as Language | undefined) ?? "en";
}
