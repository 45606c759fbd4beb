import { ApiError, type Client } from "../api/client";
import type { Position, PositionView } from "../api/types";
import { columnName } from "../board/pointName";
import type { EngineAssets } from "./engineAssets";
import { indexedGames } from "./indexedGames";

/**
 * What stands in for the server of a page without one: games are kept in the browser, there is no opening book, and all
 * else is the engine's, which answers when it is loaded.
 */
export function staticClient(assets: EngineAssets, engine: () => Client): Client {
  const none = <Result>(): Promise<Result> =>
    Promise.reject(new ApiError({ code: "not_found", message: "this page has no server" }));
  const fail = (): never => {
    throw new ApiError({ code: "not_found", message: "this page has no server" });
  };
  return {
    games: indexedGames(),
    view: async (position) => {
      // The empty board is painted before the engine is there.
      if (position.moves.length === 0 && !position.setup) return emptyView(position);
      await assets.module("engine");
      return engine().view(position);
    },
    loadedBook: async () => ({ book: null }),
    lookUp: none,
    film: none,
    think: fail,
    solve: fail,
    swap2: none,
    puzzle: none,
    puzzleMove: none,
    judge: none,
    import: none,
    check: none,
    convert: none,
    picture: none,
  };
}

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
    chains: [],
    last: null,
    columns: Array.from({ length: area?.width ?? 0 }, (_, x) => columnName(x)),
    rows: Array.from({ length: area?.height ?? 0 }, (_, y) => String(area!.height - y)),
    hash: "",
  };
}
