import { signal } from "@preact/signals";

/** Whether the server is out of reach, as far as is known. */
export const isOffline = signal(globalThis.navigator?.onLine === false);

/** Hears from the browser that the network is gone or back. */
export function listenToNetwork(): void {
  window.addEventListener("offline", () => (isOffline.value = true));
  window.addEventListener("online", () => (isOffline.value = false));
}
