import type { JSX } from "preact";

/** SVG paths on a grid of 24. */
const PATHS = {
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  minus: "M5 12h14",
  recentre: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v4M12 18v4M2 12h4M18 12h4",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.5A6 6 0 0 0 12 3Z",
  plus: "M12 5v14M5 12h14",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M18 11h.01M8 14h8",
  close: "m6 6 12 12M18 6 6 18",
  play: "M7 5v14l12-7z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM19 5v14",
  back: "M18 5v14l-9-7zM5 5v14",
  reset: "M4 5v5h5M4.5 10A8 8 0 1 1 4 14",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  last: "m6 6 6 6-6 6M13 6l6 6-6 6",
  left: "m15 6-6 6 6 6",
  right: "m9 6 6 6-6 6",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 9v6h4l5 4V5L8 9zM17 10l4 4M21 10l-4 4",
  music:
    "M9 18V6l11-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM20 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  setup: "M4 4h16v16H4zM4 12h16M12 4v16",
  stop: "M7 7h10v10H7z",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM20 20l-4.5-4.5",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  games: "M4 6h16M4 12h16M4 18h10",
  import: "M12 15V4M7 9l5-5 5 5M4 20h16",
  export: "M12 4v11M7 10l5 5 5-5M4 20h16",
  book: "M4 5a3 3 0 0 1 3-2h5v16H7a3 3 0 0 0-3 2zM20 5a3 3 0 0 0-3-2h-5v16h5a3 3 0 0 1 3 2z",
  swap: "M4 8h13l-3-3M20 16H7l3 3",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
