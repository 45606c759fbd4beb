import { signal } from "@preact/signals";

/** Whether the server is unreachable, as far as known. */
export const isOffline = signal(globalThis.navigator?.onLine === false);

/** Listens to the online and offline events of the browser. */
export function listenToNetwork(): void {
  window.addEventListener("offline", () => (isOffline.value = true));
  window.addEventListener("online", () => (isOffline.value = false));
}
