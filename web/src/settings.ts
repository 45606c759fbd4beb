import { computed, signal } from "@preact/signals";
import type { BoardStyle } from "./board/Board";
import type { Placing } from "./board/pointerInput";
import { LANGUAGES, type Language, preferred } from "./i18n/language";
import { between, isFlag, oneOf, remembered } from "./persistedSignal";

export const THEMES: readonly BoardStyle[] = ["wood", "pixel", "contrast"];
export const MODES = ["auto", "light", "dark"] as const;
export const PLACINGS: readonly Placing[] = ["direct", "confirm", "slide"];
export type Mode = (typeof MODES)[number];

export const theme = remembered<BoardStyle>("theme", "wood", oneOf(...THEMES));
export const mode = remembered<Mode>("mode", "auto", oneOf(...MODES));
export const language = remembered<Language>("language", preferred(), oneOf(...LANGUAGES));
export const placing = remembered<Placing>("placing", "direct", oneOf(...PLACINGS));
export const numbers = remembered("numbers", false, isFlag);
export const coordinates = remembered("coordinates", true, isFlag);
export const flipped = remembered("flipped", false, isFlag);
export const evaluation = remembered("evaluation", true, isFlag);
/** Whether a letter alone does something, wherever the focus is. */
export const shortcuts = remembered("shortcuts", true, isFlag);
export const sound = remembered("sound", false, isFlag);
export const music = remembered("music", false, isFlag);
export const volume = remembered("volume", 0.6, between(0, 1));
export const speed = remembered("speed", 1, between(0.5, 2));

/** What the system wants, as it changes. */
function wanted(query: string): { readonly value: boolean } {
  const media = globalThis.matchMedia?.(query);
  const matches = signal(media?.matches ?? false);
  media?.addEventListener("change", (event) => {
    matches.value = event.matches;
  });
  return matches;
}

const night = wanted("(prefers-color-scheme: dark)");
const calm = wanted("(prefers-reduced-motion: reduce)");

export const dark = computed(() => (mode.value === "auto" ? night.value : mode.value === "dark"));
export const still = computed(() => calm.value);

/** The next of a list of choices, after the last the first again. */
export function next<Choice>(choices: readonly Choice[], now: Choice): Choice {
  return choices[(choices.indexOf(now) + 1) % choices.length] ?? now;
}
