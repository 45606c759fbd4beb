// Script of a worker: answers questions by the engine in WebAssembly, one at a time.
import { WasmInstance } from "./wasmInstance";
import type { WorkerMessage, WorkerQuestion, WorkerStart } from "./workerMessages";

/** The part of the worker types in use; the full ones conflict with those of the DOM. */
interface WorkerScope {
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
  addEventListener(
    kind: "message",
    listener: (event: MessageEvent<WorkerStart | WorkerQuestion>) => void,
  ): void;
}

const scope = self as unknown as WorkerScope;
let instance: Promise<WasmInstance>;
let cancelled: Int32Array | null = null;
let current = 0;

const host = {
  isCancelled: (): boolean => cancelled !== null && Atomics.load(cancelled, 0) >= current,
  onEvent: (event: string, json: string): void =>
    scope.postMessage({ kind: "event", number: current, event, json }),
};

async function answer({ number, address, body }: WorkerQuestion): Promise<void> {
  const engine = await instance;
  current = number;
  const { bytes, ...reply } = engine.ask(address, body);
  scope.postMessage({ kind: "reply", number, ...reply, bytes }, [bytes.buffer]);
}

const crash = (error: unknown): void => scope.postMessage({ kind: "crash", message: String(error) });

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "ask") {
    answer(data).catch(crash);
    return;
  }
  cancelled = data.cancelled && new Int32Array(data.cancelled);
  instance = WasmInstance.create(data.module, host);
  instance.catch(crash);
});
