import { signal } from "@preact/signals";

/** What is read out when there is time, and what is read out at once. */
export const polite = signal("");
export const urgent = signal("");

/** A sentence for eyes: shown for a while near the board. */
export const notice = signal("");
/** The sentence that tells of a success, if the last one did. */
export const success = signal("");
let timer = 0;

export function tell(text: string): void {
  // The same sentence twice is still news.
  polite.value = polite.peek() === text ? `${text}\u00a0` : text;
}

export function alarm(text: string): void {
  urgent.value = urgent.peek() === text ? `${text}\u00a0` : text;
}

/** Tells eyes and ears. */
export function show(text: string): void {
  tell(text);
  notice.value = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    notice.value = "";
  }, 4000);
}

/** Tells eyes and ears that something is done. */
export function showDone(text: string): void {
  success.value = text;
  show(text);
}
