import { LANGUAGE_NAMES } from "./i18n/language";
import { t } from "./i18n/t";
import { currentScreen } from "./route";
import { dark, language, theme } from "./settings";

/** Selector of the theme-color meta tag, which browsers use for their own frame. */
const FRAME = 'meta[name="theme-color"]';

/** Effect that sets theme, color scheme, language and title on the document element. */
export function applyTheme(): void {
  const page = document.documentElement;
  page.dataset.theme = theme.value;
  page.dataset.mode = dark.value ? "dark" : "light";
  page.lang = LANGUAGE_NAMES[language.value].tag;
  document.title = `${t("app.name")} · ${t(`screen.${currentScreen.value}`)}`;
  const color = getComputedStyle(page).getPropertyValue("--page").trim();
  document.querySelector(FRAME)?.setAttribute("content", color);
}
