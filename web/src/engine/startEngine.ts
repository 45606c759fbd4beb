import files from "virtual:engine-files";
import type { Client } from "../api/client";
import { thinking } from "../settings";
import { EngineAssets } from "./engineAssets";
import { engineClient } from "./engineClient";
import { canRunEngine, hasEngine, lostWorkers, MAX_LOST } from "./engineState";

/** Delay after which the engine is loaded where the browser reports no idle time. */
const LOAD_DELAY = 300;

/** Lets the engine of the page answer, where there is one and the browser can run it. It is loaded after the first paint. */
export function startEngine(server: Client): Client {
  if (!files || !canRunEngine()) return server;
  const assets = new EngineAssets(files);
  hasEngine.value = true;
  const client = engineClient(server, {
    assets,
    isWanted: () => thinking.value === "browser" && lostWorkers.value < MAX_LOST,
    onLost: () => lostWorkers.value++,
  });
  const load = (): void => void client.load().catch(() => undefined);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, LOAD_DELAY);
  return client;
}
