import { signal } from "@preact/signals";
import type { Fault } from "./api/types";
import type { LinkError } from "./game/link";

export type Screen = "play" | "puzzles" | "watch" | "solve" | "judge" | "friend";

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
  friend: `${BASE}friend${END}`,
};
/** Screens in the navigation. */
export const SCREENS: readonly Screen[] = ["play", "puzzles", "watch", "solve", "judge"];

const trimmed = (path: string): string => path.replace(/(?<=.)\/+$/, "");
const screenOfPath = (): Screen => {
  if (friendGameOfPath()) return "friend";
  const screens = Object.keys(PATHS) as Screen[];
  return screens.find((screen) => trimmed(PATHS[screen]) === trimmed(location.pathname)) ?? "play";
};
/** A game between people is at `/g/` and its id. */
const friendGameOfPath = (): string | null =>
  /^g\/([0-9a-f]{32})\/?$/.exec(location.pathname.slice(BASE.length))?.[1] ?? null;

/** The screen of the current address. */
export const currentScreen = signal<Screen>(screenOfPath());
/** Id of the game between people in the address; null on other screens, and where one is made. */
export const currentFriendGame = signal<string | null>(friendGameOfPath());

/** The position or study in the path, as the server knows it for previews: `p/` and a link, `s/` and an id. */
const LINK_PATH = /^(p|s)\/(.+)$/;
/** Link of a position that is in the path instead of the fragment; empty if there is none. */
export const linkOfPath = (): string => {
  const [, kind, rest = ""] = LINK_PATH.exec(location.pathname.slice(BASE.length)) ?? [];
  return kind === "p" ? `#${rest}` : "";
};
/** Id of a study that is in the path; null if there is none. */
export const studyOfPath = (): string | null =>
  /^(?:embed\/)?s\/([0-9a-f]{32})\/?$/.exec(location.pathname.slice(BASE.length))?.[1] ?? null;
/** Whether this is the board for frames of other pages. */
export const isEmbed = (): boolean => /^embed(\/|$)/.test(location.pathname.slice(BASE.length));

/** URL of a game between people, to be sent to a friend. */
export const friendGameUrl = (id: string): string => `${location.origin}${BASE}g/${id}`;

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
  currentFriendGame.value = null;
  currentScreen.value = to;
}

/** Follows a link to a screen without loading the page again; new tabs and windows are left to the browser. */
export function followScreenLink(event: MouseEvent, to: Screen): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  navigate(to);
}

/** Navigates to a game between people. */
export function navigateToFriendGame(id: string): void {
  history.pushState(null, "", `${BASE}g/${id}`);
  forgetLink();
  currentFriendGame.value = id;
  currentScreen.value = "friend";
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
  const path = LINK_PATH.test(location.pathname.slice(BASE.length)) ? PATHS.play : location.pathname;
  history.replaceState(null, "", `${path}#${link}`);
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
    currentFriendGame.value = friendGameOfPath();
    if (to === currentScreen.value) return;
    forgetLink();
    currentScreen.value = to;
  });
}

function forgetLink(): void {
  shownLink = null;
  acceptLink();
}
