import type { Client } from "../api/client";
import type { Position, PositionView } from "../api/types";
import { columnName } from "../board/pointName";
import type { EngineAssets } from "./engineAssets";
import { indexedGames } from "./indexedGames";
import { serverlessClient } from "./serverlessClient";

/**
 * What stands in for the server of a page without one: games are kept in the browser, there is no opening book, and all
 * else is the engine's, which answers when it is loaded.
 */
export function staticClient(assets: EngineAssets, engine: () => Client): Client {
  return {
    ...serverlessClient(indexedGames()),
    view: async (position) => {
      // The empty board is painted before the engine is there.
      if (position.moves.length === 0 && !position.setup) return emptyView(position);
      await assets.module("engine");
      return engine().view(position);
    },
  };
}

const allPoints = (area: Position["area"]): { x: number; y: number }[] =>
  Array.from({ length: (area?.width ?? 0) * (area?.height ?? 0) }, (_, index) => ({
    x: index % area!.width,
    y: Math.floor(index / area!.width),
  }));

/** View of a board without stones, on which every point is free under any rule. */
function emptyView({ rule, area }: Position): PositionView {
  return {
    rule,
    area,
    turn: "black",
    stones: [],
    ending: null,
    forbidden: [],
    illegal: [],
    playable: rule === "nogo" ? { black: [], white: [], both: allPoints(area), nobody: [] } : null,
    chains: [],
    last: null,
    columns: Array.from({ length: area?.width ?? 0 }, (_, x) => columnName(x)),
    rows: Array.from({ length: area?.height ?? 0 }, (_, y) => String(area!.height - y)),
    hash: "",
  };
}
