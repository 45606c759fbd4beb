import { NAMES } from "./i18n/language";
import { say } from "./i18n/t";
import { door } from "./route";
import { dark, language, theme } from "./settings";

/** The color around the page, for browsers that paint their own frame in it. */
const FRAME = 'meta[name="theme-color"]';

/** Puts theme and language on the page itself. */
export function dress(): void {
  const page = document.documentElement;
  page.dataset.theme = theme.value;
  page.dataset.mode = dark.value ? "dark" : "light";
  page.lang = NAMES[language.value].tag;
  document.title = `${say("app.name")} · ${say(`door.${door.value}`)}`;
  const color = getComputedStyle(page).getPropertyValue("--page").trim();
  document.querySelector(FRAME)?.setAttribute("content", color);
}
