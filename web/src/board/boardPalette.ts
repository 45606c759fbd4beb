/** CSS custom properties of the board colors. */
const PROPERTIES = {
  background: "--board",
  grain: "--board-grain",
  line: "--board-line",
  label: "--board-label",
  black: "--stone-black",
  blackRim: "--stone-black-rim",
  blackLight: "--stone-black-light",
  white: "--stone-white",
  whiteRim: "--stone-white-rim",
  whiteLight: "--stone-white-light",
  last: "--mark-last",
  forbidden: "--mark-forbidden",
  hint: "--mark-hint",
  good: "--mark-good",
  bad: "--mark-bad",
  threat: "--mark-threat",
  win: "--mark-win",
  hover: "--board-hover",
  heat: "--board-heat",
} as const;

export type BoardPalette = Readonly<Record<keyof typeof PROPERTIES, string>>;

/** Reads the computed colors of an element. */
export function readPalette(element: Element): BoardPalette {
  const style = getComputedStyle(element);
  const entries = Object.entries(PROPERTIES).map(([name, property]) => [
    name,
    style.getPropertyValue(property).trim(),
  ]);
  return Object.fromEntries(entries) as BoardPalette;
}
