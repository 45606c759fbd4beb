import { signal } from "@preact/signals";

/** Whether the server is out of reach, as far as is known. */
export const away = signal(globalThis.navigator?.onLine === false);

/** Hears from the browser that the network is gone or back. */
export function listenToNetwork(): void {
  window.addEventListener("offline", () => (away.value = true));
  window.addEventListener("online", () => (away.value = false));
}
