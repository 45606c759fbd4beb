import files from "virtual:engine-files";
import { ApiError, type Client, httpClient } from "../api/client";
import { withResponseCache } from "../offline/responseCache";
import { IS_STATIC } from "../route";
import { thinking } from "../settings";
import { EngineAssets } from "./engineAssets";
import { type EngineClient, engineClient } from "./engineClient";
import {
  canRunEngine,
  ENGINE_MISSING,
  hasEngine,
  isEngineMissing,
  lostWorkers,
  MAX_LOST,
} from "./engineState";
import { staticClient } from "./staticClient";

/** Delay after which the engine is loaded where the browser reports no idle time. */
const LOAD_DELAY = 300;

/** Fails every question that needs a file of the engine, before it is downloaded. */
const refuse = (): Promise<never> => Promise.reject(new ApiError({ code: ENGINE_MISSING, message: "" }));

/**
 * The client of the page. Where there is an engine and the browser can run it, that answers, and the server keeps the
 * games; a static page keeps them in the browser. The engine is loaded after the first paint.
 */
export function startClient(): Client {
  const canRun = canRunEngine();
  if (!files || (!IS_STATIC && !canRun)) return withResponseCache(httpClient());
  isEngineMissing.value = !canRun;
  const assets = canRun ? new EngineAssets(files) : new EngineAssets(files, refuse);
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
