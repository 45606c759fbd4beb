import { signal } from "@preact/signals";

export type Door = "play" | "watch" | "solve" | "judge";

/** The address of each screen. */
export const PATHS: Record<Door, string> = { play: "/", watch: "/nogo", solve: "/solve", judge: "/judge" };
export const DOORS = Object.keys(PATHS) as Door[];

const here = (): Door => DOORS.find((door) => PATHS[door] === location.pathname) ?? "play";

/** The screen that is open. */
export const door = signal<Door>(here());

/** Opens a screen, with the position it is to show. */
export function enter(to: Door, link = ""): void {
  history.pushState(null, "", PATHS[to] + (link && `#${link}`));
  door.value = to;
}

/** Writes the position into the address, without a step in the browser's history. */
export function mark(link: string): void {
  history.replaceState(null, "", `${location.pathname}#${link}`);
}

export function listenToHistory(): void {
  window.addEventListener("popstate", () => {
    door.value = here();
  });
}
