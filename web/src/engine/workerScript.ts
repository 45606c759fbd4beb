// Script of a worker in browsers.
import { serveQuestions } from "./questionService";
import type { WorkerMessage } from "./workerMessages";

/** The part of the worker types in use; the full ones conflict with those of the DOM. */
interface DedicatedScope {
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
  addEventListener(kind: "message", listener: (event: MessageEvent) => void): void;
}

const scope = self as unknown as DedicatedScope;

serveQuestions({
  postMessage: (message, transfer) => scope.postMessage(message, transfer),
  onMessage: (listener) => scope.addEventListener("message", ({ data }) => listener(data)),
});
