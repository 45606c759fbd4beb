/**
 * Whether a worker can be told something while it computes: where the page is isolated, and in Node. Elsewhere browsers give
 * no shared memory.
 */
export const canShareMemory = (): boolean =>
  globalThis.crossOriginIsolated ?? typeof globalThis.process?.versions?.node === "string";
