/** The colors of the board, as the theme's style sheet names them. */
const NAMES = {
  ground: "--board",
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
  win: "--mark-win",
  hover: "--board-hover",
  heat: "--board-heat",
} as const;

export type Palette = Readonly<Record<keyof typeof NAMES, string>>;

/** Reads the colors that hold for an element now. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const entries = Object.entries(NAMES).map(([name, property]) => [
    name,
    style.getPropertyValue(property).trim(),
  ]);
  return Object.fromEntries(entries) as Palette;
}
