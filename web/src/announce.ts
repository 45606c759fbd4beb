import { signal } from "@preact/signals";

/** Texts of the polite and the assertive live region. */
export const politeMessage = signal("");
export const assertiveMessage = signal("");

/** Visual notice near the board, cleared after a timeout. */
export const notice = signal("");
/** A success shown beside the button that was pressed, cleared after a timeout. */
export const toast = signal<{ readonly text: string; readonly anchor: DOMRect } | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Duration of notices and toasts. */
const SHOWN_MS = 4000;

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
  clearLater();
}

/** Shows a success beside the button that has the focus, else below the head of the page, and announces it. */
export function showSuccess(text: string): void {
  announce(text);
  notice.value = "";
  toast.value = { text, anchor: anchor() };
  clearLater();
}

function clearLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    notice.value = "";
    toast.value = null;
  }, SHOWN_MS);
}

function anchor(): DOMRect {
  const pressed = document.activeElement;
  const isButton = pressed instanceof HTMLButtonElement && pressed.getClientRects().length > 0;
  return isButton ? pressed.getBoundingClientRect() : new DOMRect(innerWidth / 2, 0, 0, 48);
}
