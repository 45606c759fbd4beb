/** Palette of sixteen colors. */
export const COLORS = {
  ink: "#14121f",
  night: "#262b44",
  slate: "#3a4466",
  steel: "#5a6988",
  ash: "#8b9bb4",
  fog: "#c0cbdc",
  snow: "#ffffff",
  cream: "#fff3d6",
  yellow: "#fee761",
  amber: "#f0a02c",
  red: "#c22a3e",
  rose: "#ff7a86",
  green: "#2e8b57",
  teal: "#2ce8c8",
  blue: "#2360c4",
  violet: "#8a5fd6",
} as const;

export type ColorName = keyof typeof COLORS;

/** Role of each color. The animation does not change with the theme. */
export const ROLES = {
  table: "night",
  point: "fog",
  gap: "ash",
  rim: "ink",
  black: "ink",
  blackLight: "steel",
  white: "snow",
  whiteLight: "fog",
  liberty: "yellow",
  candidate: "steel",
  shade: "violet",
  alarm: "rose",
  wrong: "red",
  blackPointer: "blue",
  whitePointer: "red",
  last: "amber",
} as const satisfies Record<string, ColorName>;

export type ColorRole = keyof typeof ROLES;

/** Contrast ratio of two colors, from 1 to 21 (WCAG 2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
