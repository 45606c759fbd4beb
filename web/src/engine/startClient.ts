import files from "virtual:engine-files";
import { type Client, httpClient } from "../api/client";
import { withResponseCache } from "../offline/responseCache";
import { IS_STATIC } from "../route";
import { thinking } from "../settings";
import { EngineAssets } from "./engineAssets";
import { type EngineClient, engineClient } from "./engineClient";
import { canRunEngine, hasEngine, lostWorkers, MAX_LOST } from "./engineState";
import { staticClient } from "./staticClient";

/** Delay after which the engine is loaded where the browser reports no idle time. */
const LOAD_DELAY = 300;

/**
 * The client of the page. Where there is an engine and the browser can run it, that answers, and the server keeps the
 * games; a static page keeps them in the browser. The engine is loaded after the first paint.
 */
export function startClient(): Client {
  if (!files || (!IS_STATIC && !canRunEngine())) return withResponseCache(httpClient());
  const assets = new EngineAssets(files);
  hasEngine.value = !IS_STATIC;
  const server = IS_STATIC ? staticClient(assets, () => client) : withResponseCache(httpClient());
  const client: EngineClient = engineClient(server, {
    assets,
    isWanted: () => IS_STATIC || (thinking.value === "browser" && lostWorkers.value < MAX_LOST),
    processors: navigator.hardwareConcurrency ?? 1,
    onLost: () => lostWorkers.value++,
  });
  const load = (): void => void client.load().catch(() => undefined);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, LOAD_DELAY);
  return client;
}
