// Entry of the package in browsers.
import files from "virtual:engine-files";
import workerUrl from "../../src/engine/workerScript?worker&url";
import type { Tengen, TengenOptions } from "./api";
import { tengenOn } from "./tengenOn";

export * from "./api";

/** Starts a worker, also where the package is on another host, whose scripts no worker may be started from. */
function startWorker(): Worker {
  if (new URL(workerUrl).origin === location.origin) return new Worker(workerUrl, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(workerUrl)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/** Rules, referee, solver and engine. Files are loaded and workers started when they are first needed. */
export const createTengen = (options: TengenOptions = {}): Tengen =>
  tengenOn({ files: files!, startWorker }, options);
