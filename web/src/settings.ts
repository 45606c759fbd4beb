import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { BoardStyle } from "./board/Board";
import type { PlacingMode } from "./board/pointerInput";
import { LANGUAGES, type Language, preferredLanguage } from "./i18n/language";
import { loadMessages } from "./i18n/translate";
import { between, isBoolean, oneOf, persistedSignal } from "./persistedSignal";

/** Where the engine runs. */
export const THINKING_PLACES = ["browser", "server"] as const;
export type ThinkingPlace = (typeof THINKING_PLACES)[number];
export const THEMES: readonly BoardStyle[] = ["wood", "pixel", "contrast"];
export const MODES = ["auto", "light", "dark"] as const;
export const PLACINGS: readonly PlacingMode[] = ["direct", "confirm", "slide"];
export type Mode = (typeof MODES)[number];

export const theme = persistedSignal<BoardStyle>("theme", "wood", oneOf(...THEMES));
export const mode = persistedSignal<Mode>("mode", "auto", oneOf(...MODES));
export const language = persistedSignal<Language>("language", preferredLanguage(), oneOf(...LANGUAGES));
export const placing = persistedSignal<PlacingMode>("placing", "direct", oneOf(...PLACINGS));
export const thinking = persistedSignal<ThinkingPlace>("thinking", "browser", oneOf(...THINKING_PLACES));
export const numbers = persistedSignal("numbers", false, isBoolean);
export const coordinates = persistedSignal("coordinates", true, isBoolean);
export const flipped = persistedSignal("flipped", false, isBoolean);
export const evaluation = persistedSignal("evaluation", true, isBoolean);
/** Whether single-letter shortcuts are on (WCAG 2.1.4). */
export const shortcuts = persistedSignal("shortcuts", true, isBoolean);
export const sound = persistedSignal("sound", false, isBoolean);
/** Sounds of a stone. */
export const STONE_SOUNDS = ["wood", "glass", "chip"] as const;
export type StoneSound = (typeof STONE_SOUNDS)[number];
export const stoneSound = persistedSignal<StoneSound>("stoneSound", "wood", oneOf(...STONE_SOUNDS));
export const music = persistedSignal("music", false, isBoolean);
export const volume = persistedSignal("volume", 0.6, between(0, 1));
export const speed = persistedSignal("speed", 1, between(0.5, 8));

/** Switches to a language once its messages are loaded. */
export async function chooseLanguage(to: Language): Promise<void> {
  await loadMessages(to);
  language.value = to;
}

/** Signal of a media query. */
function mediaQuery(query: string): ReadonlySignal<boolean> {
  const media = globalThis.matchMedia?.(query);
  const matches = signal(media?.matches ?? false);
  media?.addEventListener("change", (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** Whether the main pointer is a mouse. */
export const hasFinePointer = mediaQuery("(pointer: fine)");
const prefersDark = mediaQuery("(prefers-color-scheme: dark)");

export const dark = computed(() => (mode.value === "auto" ? prefersDark.value : mode.value === "dark"));
export const reducedMotion = mediaQuery("(prefers-reduced-motion: reduce)");

/** The next choice of a list, cyclically. */
export function cycle<Choice>(choices: readonly Choice[], now: Choice): Choice {
  return choices[(choices.indexOf(now) + 1) % choices.length] ?? now;
}
