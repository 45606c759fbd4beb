import { ApiError, type Client, type GamesClient } from "../api/client";

/** Client without a server: it has games and no opening book, and fails whatever else it is asked. */
export function serverlessClient(games: GamesClient): Client {
  const fail = (): never => {
    throw new ApiError({ code: "not_found", message: "there is no server" });
  };
  const none = async (): Promise<never> => fail();
  return {
    games,
    loadedBook: async () => ({ book: null }),
    lookUp: none,
    view: none,
    film: none,
    think: fail,
    solve: fail,
    review: fail,
    swap2: none,
    puzzle: none,
    puzzleMove: none,
    judge: none,
    import: none,
    check: none,
    convert: none,
    picture: none,
    checkStudy: none,
    shareStudy: none,
    openStudy: none,
  };
}
