/** Stack switching of WebAssembly (JSPI), which the types of TypeScript do not have yet. */
interface StackSwitching {
  readonly Suspending?: new (call: () => number | Promise<number>) => () => number;
  readonly promising?: (call: () => number) => () => Promise<number>;
}

const switching = (): StackSwitching => (globalThis.WebAssembly ?? {}) as StackSwitching;

/** Whether a function in WebAssembly can wait for a promise of JavaScript, and its worker receive messages meanwhile. */
export const canSuspend = (): boolean => typeof switching().Suspending === "function";

/** An import that may give a promise: the function that called it waits. */
export const suspending = (call: () => number | Promise<number>): (() => number) =>
  new (switching().Suspending!)(call);

/** An export that waits where its imports do. */
export const promising = (call: () => number): (() => Promise<number>) => switching().promising!(call);
