import { signal } from "@preact/signals";

/** Texts of the polite and the assertive live region. */
export const politeMessage = signal("");
export const assertiveMessage = signal("");

/** Visual notice near the board, cleared after a timeout. */
export const notice = signal("");
/** Text of the last success notice; the notice is styled as a success while it shows this text. */
export const success = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  // A screen reader ignores an unchanged region: a trailing space makes a repeated text new.
  politeMessage.value = politeMessage.peek() === text ? `${text}\u00a0` : text;
}

export function announceNow(text: string): void {
  assertiveMessage.value = assertiveMessage.peek() === text ? `${text}\u00a0` : text;
}

/** Shows a notice and announces it politely. */
export function showNotice(text: string): void {
  announce(text);
  notice.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = "";
  }, 4000);
}

/** Shows a notice in the success style. */
export function showSuccess(text: string): void {
  success.value = text;
  showNotice(text);
}
