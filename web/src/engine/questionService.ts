import { canSuspend } from "./stackSwitching";
import { WasmInstance } from "./wasmInstance";
import type { WorkerMessage, WorkerRequest } from "./workerMessages";

/** What a worker is to its script, in browsers and in Node. */
export interface WorkerScope {
  postMessage(message: WorkerMessage, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: WorkerRequest) => void): void;
}

/** Milliseconds between two looks for messages during a search. */
const MESSAGE_INTERVAL = 50;

/** Answers the questions that a worker is sent by the engine in WebAssembly, one at a time. */
export function serveQuestions(scope: WorkerScope): void {
  let instance: Promise<WasmInstance>;
  let flag: Int32Array | null = null;
  let isSuspended = false;
  let cancelled = 0;
  let current = 0;
  let received = 0;
  /** Ends when all questions so far are answered. */
  let answered: Promise<void> = Promise.resolve();
  const host = {
    isCancelled: (): boolean => (flag ? Atomics.load(flag, 0) : cancelled) >= current,
    onEvent: (event: string, json: string): void =>
      scope.postMessage({ kind: "event", number: current, event, json }),
  };
  const receiveMessages = (): Promise<void> | null => {
    if (performance.now() - received < MESSAGE_INTERVAL) return null;
    return nextTask().then(() => {
      received = performance.now();
    });
  };
  const answer = async ({ number, address, body }: WorkerRequest & { kind: "ask" }): Promise<void> => {
    const engine = await instance;
    current = number;
    received = performance.now();
    const { bytes, ...reply } = isSuspended
      ? await engine.askSuspended(address, body)
      : engine.ask(address, body);
    scope.postMessage({ kind: "reply", number, ...reply, bytes }, [bytes.buffer]);
  };
  const crash = (error: unknown): void => scope.postMessage({ kind: "crash", message: String(error) });
  scope.onMessage((message) => {
    if (message.kind === "ask") answered = answered.then(() => answer(message)).catch(crash);
    else if (message.kind === "cancel") cancelled = message.number;
    else {
      flag = message.cancelled && new Int32Array(message.cancelled);
      isSuspended = !flag && canSuspend();
      instance = WasmInstance.create(message.module, isSuspended ? { ...host, receiveMessages } : host);
      instance.catch(crash);
    }
  });
}

/** Waits until the messages that have arrived are handled; a timer would wait for milliseconds. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
