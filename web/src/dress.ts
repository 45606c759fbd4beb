import { door } from "./route";
import { dark, language, theme } from "./settings";
import { NAMES } from "./words/language";
import { say } from "./words/say";

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
