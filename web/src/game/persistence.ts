import { effect, type Signal, signal, untracked } from "@preact/signals";
import { ApiError, type Client } from "../api/client";
import type { Position, StoredGame } from "../api/types";
import { persistedSignal } from "../persistedSignal";
import type { BadLink } from "../route";
import { type GameState, positionOf, recordInfo } from "./gameState";
import { formatLink, parseLink } from "./link";
import {
  clearCurrent,
  currentLocalGame,
  type LocalGame,
  otherLocalGames,
  removeLocalGame,
  saveLocalGame,
} from "./localGames";
import { FIRST_MATCH, isMatch, type Match, normalizeMatch, parseSettings } from "./match";
import { type Acknowledged, NOT_SYNCED, ServerSync } from "./serverSync";
import type { GameSession } from "./session";
import { firstLine, mergeTrees, ROOT, setChance, treeFromNodes, visit } from "./variationTree";

/** The game that was begun last: rule, board and opponent are offered again. */
export const lastMatch = persistedSignal<Match>("match", FIRST_MATCH, isMatch);

/** Keeps the games of a page, here and at the server, and takes them up again. */
export class GamePersistence {
  /** What brings the game of the page to the server. */
  readonly serverSync: Signal<ServerSync | null> = signal(null);
  /** What the server knows of the game that is taken up next. */
  private known: Acknowledged = NOT_SYNCED;
  private key = "";

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** Keeps whatever happens from now on. Returns a way to stop. */
  watch(): () => void {
    for (const { game, known } of otherLocalGames()) void this.finish(game, known);
    return effect(() => {
      const game = this.session.state();
      untracked(() => this.update(game));
    });
  }

  /** Takes up the position of the address, or the game of the last visit, or begins a new one. */
  async resume(hash: string, onReject: (why: BadLink) => void): Promise<void> {
    const last = currentLocalGame();
    const link = parseLink(hash);
    if (link && "fault" in link) onReject({ text: link.fault });
    else if (link) {
      const { position } = link;
      const isLast = last && formatLink(position) === formatLink(positionOf(last.game, last.game.at));
      if (!isLast && !(await this.rejects(position, onReject))) return;
    }
    if (last) await this.load(await this.mergedWithServer(last));
    else await this.session.start(lastMatch.value);
  }

  /** Looks at the position of a link, and tells why if that cannot be. Says whether it cannot be. */
  async rejects(position: Position, onReject: (why: BadLink) => void): Promise<boolean> {
    const { fault } = this.session;
    if ((await this.openPosition(position)) || !fault.value) return false;
    onReject({ rejected: fault.value });
    fault.value = null;
    return true;
  }

  /** What a new game is offered with: this board, and the opponent of this game or else of the last one. */
  get newGameDefaults(): Match {
    const { match } = this.session;
    const { rule, area, level } = match.value;
    return level === null ? normalizeMatch({ ...lastMatch.value, rule, area }) : match.value;
  }

  /** Begins a game, which the next one will be like. */
  async start(match: Match): Promise<boolean> {
    lastMatch.value = match;
    const begun = await this.session.start(match);
    if (begun) clearCurrent();
    return begun;
  }

  /**
   * Looks at a position as two friends would. A board without stones is a game to begin: there the opponent
   * of the last game is met again.
   */
  private async openPosition(position: Position): Promise<boolean> {
    const { rule, area, setup, moves } = position;
    const { session } = this;
    return moves.length > 0 || setup
      ? session.open(position, { ...session.match.value, level: null })
      : session.start(normalizeMatch({ ...lastMatch.value, rule, area }));
  }

  /** Takes up a game that the server keeps, at the end of its first line. */
  async open(id: string): Promise<void> {
    await this.load(fromStoredGame(await this.client.games.open(id)));
  }

  private async load({ game, known }: LocalGame): Promise<void> {
    this.known = known;
    await this.session.load(game);
  }

  /** The game with all that the server has of it; as it was kept here if the server does not answer. */
  private async mergedWithServer(last: LocalGame): Promise<LocalGame> {
    if (last.known.id === null) return last;
    try {
      const server = fromStoredGame(await this.client.games.open(last.known.id));
      const { tree, places } = mergeTrees(server.game.tree, last.game.tree);
      const at = places[last.game.at] ?? ROOT;
      return { game: { ...last.game, tree: visit(tree, at), at }, known: server.known };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return last;
    }
  }

  private update(game: GameState): void {
    if (game.key !== this.key || !this.serverSync.value) {
      this.key = game.key;
      this.serverSync.value = new ServerSync(this.client.games, game, this.known, (now, known) =>
        saveLocalGame({ game: now, known }, now.key === this.key),
      );
      this.known = NOT_SYNCED;
    }
    this.serverSync.value.update(game);
  }

  /** Brings to the server what an earlier visit could not. */
  private async finish(game: GameState, known: Acknowledged): Promise<void> {
    const sync = new ServerSync(this.client.games, game, known, (now, so) =>
      saveLocalGame({ game: now, known: so }, false),
    );
    await sync.run();
    if (sync.status.value === "saved") removeLocalGame(game.key);
  }
}

/** A game of the server as the page has it. Its numbers are places in the tree. */
export function fromStoredGame(game: StoredGame): LocalGame {
  // Numbers have no gaps, so that a node's number is its place.
  let tree = treeFromNodes(game.nodes, game.comment);
  if (game.chance !== null) tree = setChance(tree, ROOT, game.chance);
  const { rule, area, setup, settings, id, title, info } = game;
  const last = firstLine(tree);
  const known: Acknowledged = {
    id,
    numbers: tree.map((_, number) => number),
    comments: tree.map((node) => node.comment),
    chances: tree.map((node) => node.chance),
    settings,
  };
  const match = { rule, area: area ?? null, ...parseSettings(settings) };
  return {
    game: {
      ...{ match, setup: setup ?? null, tree: visit(tree, last), at: last, key: id, touched: true },
      about: recordInfo(title, info),
    },
    known,
  };
}
