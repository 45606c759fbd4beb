import { signal } from "@preact/signals";
import type { Fault } from "./api/types";
import type { LinkError } from "./game/link";

export type Screen = "play" | "puzzles" | "watch" | "solve" | "judge";

/** Whether the page was built to be served by any web host, without `tengen serve`. */
export const IS_STATIC = import.meta.env.MODE === "static";

/** Folder of the page, which on a static host may be below others: scripts lie in `assets` in it. */
export const BASE = IS_STATIC ? new URL(/* @vite-ignore */ "..", import.meta.url).pathname : "/";
/** A static host has a folder for each screen. */
const END = IS_STATIC ? "/" : "";

/** Path of each screen; the server routes the same paths and no others. */
export const PATHS: Record<Screen, string> = {
  play: BASE,
  puzzles: `${BASE}puzzles${END}`,
  watch: `${BASE}nogo${END}`,
  solve: `${BASE}solve${END}`,
  judge: `${BASE}judge${END}`,
};
export const SCREENS = Object.keys(PATHS) as Screen[];

const trimmed = (path: string): string => path.replace(/(?<=.)\/+$/, "");
const screenOfPath = (): Screen =>
  SCREENS.find((screen) => trimmed(PATHS[screen]) === trimmed(location.pathname)) ?? "play";

/** The screen of the current address. */
export const currentScreen = signal<Screen>(screenOfPath());

/** Why a link was rejected: a parse error, or an error of the server about its position. */
export type BadLink = { readonly text: LinkError } | { readonly rejected: Fault };

/** Problem of the link in the address; it stays there until another position is shown. */
export const badLink = signal<BadLink | null>(null);

/** The hash that this screen wrote last. */
let shownLink: string | null = null;

/** Navigates to a screen, optionally with a position as the hash. */
export function navigate(to: Screen, link = ""): void {
  history.pushState(null, "", PATHS[to] + (link && `#${link}`));
  forgetLink();
  currentScreen.value = to;
}

/** Reports a bad link. The address is left as it is, so that it can be corrected. */
export function rejectLink(why: BadLink): void {
  badLink.value = why;
}

/** Clears the link problem. */
export function acceptLink(): void {
  badLink.value = null;
}

/** Writes the position into the hash without a history entry. */
export function replaceHash(link: string): void {
  const before = shownLink;
  shownLink = link;
  if (badLink.peek()) {
    // The fallback position must not overwrite a bad link; a later position may.
    if (before === null || before === link) return;
    acceptLink();
  }
  history.replaceState(null, "", `${location.pathname}#${link}`);
}

/**
 * Adds a hashchange listener. Returns the cleanup function. The problem of the previous link is cleared first:
 * the listener reports the problem of the new one.
 */
export function listenToHash(listener: () => void): () => void {
  const onHashChange = (): void => {
    acceptLink();
    listener();
  };
  window.addEventListener("hashchange", onHashChange);
  return () => window.removeEventListener("hashchange", onHashChange);
}

/** Follows the back and forward buttons of the browser. */
export function listenToHistory(): void {
  // Relative links to icons and manifest would change their meaning with the address.
  for (const link of document.querySelectorAll<HTMLLinkElement>("link:not([rel=stylesheet])"))
    link.setAttribute("href", link.href);
  window.addEventListener("popstate", () => {
    const to = screenOfPath();
    if (to === currentScreen.value) return;
    forgetLink();
    currentScreen.value = to;
  });
}

function forgetLink(): void {
  shownLink = null;
  acceptLink();
}
