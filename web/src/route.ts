import { signal } from "@preact/signals";
import type { Fault } from "./api/types";
import type { LinkError } from "./game/link";

export type Screen = "play" | "watch" | "solve" | "judge";

/** Path of each screen; the server routes the same paths and no others. */
export const PATHS: Record<Screen, string> = { play: "/", watch: "/nogo", solve: "/solve", judge: "/judge" };
export const SCREENS = Object.keys(PATHS) as Screen[];

const screenOfPath = (): Screen =>
  SCREENS.find((screen) => PATHS[screen] === location.pathname.replace(/(?<=.)\/+$/, "")) ?? "play";

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
