import { LANGUAGE_NAMES } from "./i18n/language";
import { t } from "./i18n/t";
import { currentScreen } from "./route";
import { dark, language, theme } from "./settings";

/** The color around the page, for browsers that paint their own frame in it. */
const FRAME = 'meta[name="theme-color"]';

/** Puts theme and language on the page itself. */
export function applyTheme(): void {
  const page = document.documentElement;
  page.dataset.theme = theme.value;
  page.dataset.mode = dark.value ? "dark" : "light";
  page.lang = LANGUAGE_NAMES[language.value].tag;
  document.title = `${t("app.name")} · ${t(`door.${currentScreen.value}`)}`;
  const color = getComputedStyle(page).getPropertyValue("--page").trim();
  document.querySelector(FRAME)?.setAttribute("content", color);
}
