// Script of a worker in Node.
import { parentPort } from "node:worker_threads";
import { serveQuestions } from "../../src/engine/questionService";

const port = parentPort!;

serveQuestions({
  postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
  onMessage: (listener) => port.on("message", listener),
});
