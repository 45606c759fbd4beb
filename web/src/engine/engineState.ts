import { signal } from "@preact/signals";

/** Whether the engine may run in the browser or on the server, so that one can choose. */
export const hasEngine = signal(false);

/** How many workers were lost since the page was opened. */
export const lostWorkers = signal(0);

/** Losses after which the engine of the page is given up, where there is a server to ask. */
export const MAX_LOST = 5;

/** Whether this browser can run the engine. */
export const canRunEngine = (): boolean => typeof WebAssembly === "object" && typeof Worker === "function";
