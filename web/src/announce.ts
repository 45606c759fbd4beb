import { signal } from "@preact/signals";

/** What is read out when there is time, and what is read out at once. */
export const politeMessage = signal("");
export const assertiveMessage = signal("");

/** A sentence for eyes: shown for a while near the board. */
export const notice = signal("");
/** The sentence that tells of a success, if the last one did. */
export const success = signal("");
let timer = 0;

export function announce(text: string): void {
  // The same sentence twice is still news.
  politeMessage.value = politeMessage.peek() === text ? `${text}\u00a0` : text;
}

export function announceNow(text: string): void {
  assertiveMessage.value = assertiveMessage.peek() === text ? `${text}\u00a0` : text;
}

/** Tells eyes and ears. */
export function showNotice(text: string): void {
  announce(text);
  notice.value = text;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    notice.value = "";
  }, 4000);
}

/** Tells eyes and ears that something is done. */
export function showSuccess(text: string): void {
  success.value = text;
  showNotice(text);
}
