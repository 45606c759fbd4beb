/** Whether memory can be shared with workers: where the page is isolated, and in Node. */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated ?? typeof globalThis.process?.versions?.node === "string";
