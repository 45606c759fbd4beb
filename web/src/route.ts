import { signal } from "@preact/signals";
import type { Fault } from "./api/types";
import type { LinkError } from "./game/link";

export type Screen = "play" | "watch" | "solve" | "judge";

/** The address of each screen. The server knows them too, and has no other page. */
export const PATHS: Record<Screen, string> = { play: "/", watch: "/nogo", solve: "/solve", judge: "/judge" };
export const SCREENS = Object.keys(PATHS) as Screen[];

const screenOfPath = (): Screen =>
  SCREENS.find((screen) => PATHS[screen] === location.pathname.replace(/(?<=.)\/+$/, "")) ?? "play";

/** The screen that is open. */
export const currentScreen = signal<Screen>(screenOfPath());

/** Why a link cannot be shown: its text cannot be read, or the server refuses its position. */
export type BadLink = { readonly text: LinkError } | { readonly rejected: Fault };

/** What is wrong with the link in the address. It stays there until something else is shown. */
export const badLink = signal<BadLink | null>(null);

/** The position that was last written into the address of this screen. */
let shownLink: string | null = null;

/** Opens a screen, with the position it is to show. */
export function navigate(to: Screen, link = ""): void {
  history.pushState(null, "", PATHS[to] + (link && `#${link}`));
  forgetLink();
  currentScreen.value = to;
}

/** Leaves the link in the address as it is, so that it can be corrected there. */
export function rejectLink(why: BadLink): void {
  badLink.value = why;
}

/** The link in the address is what is shown. */
export function acceptLink(): void {
  badLink.value = null;
}

/** Writes the position into the address, without a step in the browser's history. */
export function replaceHash(link: string): void {
  const before = shownLink;
  shownLink = link;
  if (badLink.peek()) {
    // What stands in for a link that cannot be read does not take its place; whatever comes after it does.
    if (before === null || before === link) return;
    acceptLink();
  }
  history.replaceState(null, "", `${location.pathname}#${link}`);
}

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
