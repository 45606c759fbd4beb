import { ApiError, type GamesClient } from "../../src/api/client";
import { EngineAssets, type EngineFiles } from "../../src/engine/engineAssets";
import { type EngineClient, engineClient } from "../../src/engine/engineClient";
import { EngineWorker, type WorkerPort } from "../../src/engine/engineWorker";
import { serverlessClient } from "../../src/engine/serverlessClient";
import type { Tengen, TengenOptions } from "./api";

/** How a platform loads files and starts workers. */
export interface EnginePlatform {
  readonly files: EngineFiles;
  readonly download?: (url: string) => Promise<Response>;
  startWorker(): WorkerPort;
}

const noGames = new Proxy({} as GamesClient, {
  get: () => async () => {
    throw new ApiError({ code: "not_found", message: "there are no stored games" });
  },
});

/** The client of a platform, which has no server. */
export function tengenOn({ files, download, startWorker }: EnginePlatform, options: TengenOptions): Tengen {
  const assets = new EngineAssets(files, download);
  const { onLost = () => undefined } = options;
  const client: EngineClient = engineClient(
    {
      ...serverlessClient(noGames),
      view: async (position) => {
        await assets.module("engine");
        return client.view(position);
      },
    },
    {
      assets,
      isWanted: () => true,
      onLost,
      createWorker: (module) => new EngineWorker(assets, module, onLost, startWorker),
    },
  );
  const { games, loadedBook, lookUp, ...tengen } = client;
  return tengen;
}
