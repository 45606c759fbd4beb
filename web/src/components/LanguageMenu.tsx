import type { JSX } from "preact";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../i18n/language";
import { t } from "../i18n/t";
import { chooseLanguage, language } from "../settings";
import { Icon } from "./Icon";

/** Menu of languages in their own names. Narrow heads show its icon alone. */
export function LanguageMenu(): JSX.Element {
  return (
    <label class="language button bare">
      <Icon name="globe" />
      <span aria-hidden="true" lang={LANGUAGE_NAMES[language.value].tag}>
        {LANGUAGE_NAMES[language.value].name}
      </span>
      <select
        aria-label={t("app.language")}
        value={language.value}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((each) => (
          <option key={each} value={each} lang={LANGUAGE_NAMES[each].tag}>
            {LANGUAGE_NAMES[each].name}
          </option>
        ))}
      </select>
    </label>
  );
}
