import { effect, type Signal, signal, untracked } from "@preact/signals";
import { ApiError, type Client } from "../api/client";
import type { Position, Setup, StoredGame } from "../api/types";
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
import { parseReview } from "./reviewedMoves";
import { type Acknowledged, NOT_SYNCED, ServerSync } from "./serverSync";
import type { GameSession } from "./session";
import { arrange, serializeArrangement } from "./treeArrangement";
import { firstLine, mergeTrees, ROOT, setChance, treeFromNodes, visit } from "./variationTree";

/** Settings of the last match, the defaults of the next one. */
const lastMatch = persistedSignal<Match>("match", FIRST_MATCH, isMatch);

/** Persistence of games: localStorage, server sync and resuming. */
export class GamePersistence {
  /** Sync of the current game. */
  readonly serverSync: Signal<ServerSync | null> = signal(null);
  /** Sync state of the game that is loaded next. */
  private known: Acknowledged = NOT_SYNCED;
  private key = "";

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** Effect that saves every change of the session. Returns the cleanup function. */
  watch(): () => void {
    for (const { game, known } of otherLocalGames()) void this.finish(game, known);
    return effect(() => {
      const game = this.session.state();
      untracked(() => this.update(game));
    });
  }

  /** Resumes the position of the address, else the last game, else starts a new one, unless superseded. */
  async resume(hash: string, onReject: (why: BadLink) => void, isSuperseded: () => boolean): Promise<void> {
    const last = currentLocalGame();
    const link = parseLink(hash);
    if (link && "fault" in link) onReject({ text: link.fault });
    else if (link) {
      const { position } = link;
      const isLast = last && formatLink(position) === formatLink(positionOf(last.game, last.game.at));
      if (!isLast && !(await this.rejects(position, onReject))) return;
    }
    const resumed = last && (await this.mergedWithServer(last));
    if (isSuperseded()) return;
    if (resumed) await this.load(resumed);
    else await this.session.start(lastMatch.value);
  }

  /** Opens the position of a link; reports and returns whether the server rejects it. */
  async rejects(position: Position, onReject: (why: BadLink) => void): Promise<boolean> {
    const { fault } = this.session;
    if ((await this.openPosition(position)) || !fault.value) return false;
    onReject({ rejected: fault.value });
    fault.value = null;
    return true;
  }

  /** Defaults of a new game: this board, and the opponent of this or the last match. */
  get newGameDefaults(): Match {
    const { match } = this.session;
    const { rule, area, level } = match.value;
    return level === null ? normalizeMatch({ ...lastMatch.value, rule, area }) : match.value;
  }

  /** Starts a game and stores its settings as the next defaults. */
  async start(match: Match, setup: Setup | null = null): Promise<boolean> {
    lastMatch.value = match;
    const begun = await this.session.start(match, setup);
    if (begun) clearCurrent();
    return begun;
  }

  /**
   * Opens a position without an engine. An empty board is a new game, with the opponent of the last match.
   */
  private async openPosition(position: Position): Promise<boolean> {
    const { rule, area, setup, moves } = position;
    const { session } = this;
    return moves.length > 0 || setup
      ? session.open(position, { ...session.match.value, level: null })
      : session.start(normalizeMatch({ ...lastMatch.value, rule, area, proof: false }));
  }

  /** Loads a stored game, at the end of its first line. */
  async open(id: string): Promise<void> {
    await this.load(fromStoredGame(await this.client.games.open(id)));
  }

  private async load({ game, known }: LocalGame): Promise<void> {
    this.known = known;
    await this.session.load(game);
  }

  /** The local game merged with the stored one; unchanged if the server does not respond. */
  private async mergedWithServer(last: LocalGame): Promise<LocalGame> {
    if (last.known.id === null) return last;
    try {
      const server = fromStoredGame(await this.client.games.open(last.known.id));
      const { tree, places } = mergeTrees(server.game.tree, last.game.tree);
      const at = places[last.game.at] ?? ROOT;
      const review = last.game.review ?? server.game.review ?? null;
      return { game: { ...last.game, tree: visit(tree, at), at, review }, known: server.known };
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

  /** Completes the sync of a game of an earlier visit. */
  private async finish(game: GameState, known: Acknowledged): Promise<void> {
    const sync = new ServerSync(this.client.games, game, known, (now, acknowledged) =>
      saveLocalGame({ game: now, known: acknowledged }, false),
    );
    await sync.run();
    if (sync.status.value === "saved") removeLocalGame(game.key);
  }
}

/** Converts a stored game. Its node numbers are the indexes of the tree. */
export function fromStoredGame(game: StoredGame): LocalGame {
  // Node numbers have no gaps, so a number is an index.
  let tree = arrange(treeFromNodes(game.nodes, game.comment), game.arrangement);
  if (game.chance !== null) tree = setChance(tree, ROOT, game.chance);
  const { rule, area, setup, settings, id, title, info, review = "" } = game;
  const last = firstLine(tree);
  const known: Acknowledged = {
    id,
    numbers: tree.map((_, number) => number),
    comments: tree.map((node) => node.comment),
    chances: tree.map((node) => node.chance),
    settings,
    review,
    arrangement: serializeArrangement(game.arrangement),
  };
  const match = { rule, area: area ?? null, ...parseSettings(settings) };
  return {
    game: {
      ...{ match, setup: setup ?? null, tree: visit(tree, last), at: last, key: id, touched: true },
      about: recordInfo(title, info),
      review: parseReview(review),
    },
    known,
  };
}
