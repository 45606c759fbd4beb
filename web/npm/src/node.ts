// Entry of the package in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import files from "virtual:engine-files";
import type { WorkerPort } from "../../src/engine/engineWorker";
import type { WorkerMessage } from "../../src/engine/workerMessages";
import type { Tengen, TengenOptions } from "./api";
import { tengenOn } from "./tengenOn";

export * from "./api";

const download = async (url: string): Promise<Response> => new Response(await readFile(new URL(url)));

/** A worker thread as a port. A program may end while its threads have nothing to do. */
function startWorker(): WorkerPort {
  const script = "./nodeWorker.js";
  const worker = new Worker(new URL(script, import.meta.url));
  let unanswered = 0;
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => {
      if (message.kind === "ask" && unanswered++ === 0) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => void worker.terminate(),
  };
  worker.on("message", (data: WorkerMessage) => {
    if (data.kind === "reply" && --unanswered === 0) worker.unref();
    port.onmessage?.({ data } as MessageEvent<WorkerMessage>);
  });
  worker.on("error", ({ message }) => port.onerror?.({ message } as ErrorEvent));
  // A listener of messages holds the program.
  worker.unref();
  return port;
}

/** Rules, referee, solver and engine. Files are read and workers started when they are first needed. */
export const createTengen = (options: TengenOptions = {}): Tengen =>
  tengenOn({ files: files!, download, startWorker }, options);
