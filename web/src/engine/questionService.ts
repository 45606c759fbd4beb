import { WasmInstance } from "./wasmInstance";
import type { WorkerMessage, WorkerQuestion, WorkerStart } from "./workerMessages";

/** What a worker is to its script, in browsers and in Node. */
export interface WorkerScope {
  postMessage(message: WorkerMessage, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: WorkerStart | WorkerQuestion) => void): void;
}

/** Answers the questions that a worker is sent by the engine in WebAssembly, one at a time. */
export function serveQuestions(scope: WorkerScope): void {
  let instance: Promise<WasmInstance>;
  let cancelled: Int32Array | null = null;
  let current = 0;
  const host = {
    isCancelled: (): boolean => cancelled !== null && Atomics.load(cancelled, 0) >= current,
    onEvent: (event: string, json: string): void =>
      scope.postMessage({ kind: "event", number: current, event, json }),
  };
  const answer = async ({ number, address, body }: WorkerQuestion): Promise<void> => {
    const engine = await instance;
    current = number;
    const { bytes, ...reply } = engine.ask(address, body);
    scope.postMessage({ kind: "reply", number, ...reply, bytes }, [bytes.buffer]);
  };
  const crash = (error: unknown): void => scope.postMessage({ kind: "crash", message: String(error) });
  scope.onMessage((message) => {
    if (message.kind === "ask") {
      answer(message).catch(crash);
      return;
    }
    cancelled = message.cancelled && new Int32Array(message.cancelled);
    instance = WasmInstance.create(message.module, host);
    instance.catch(crash);
  });
}
