import { effect, type Signal, signal, untracked } from "@preact/signals";
import { type Client, Refusal } from "../api/client";
import type { Game, Position } from "../api/types";
import { remembered } from "../persistedSignal";
import type { BadLink } from "../route";
import { aboutOf, positionOf, type Taken } from "./gameState";
import { linkOf, readLink } from "./link";
import { forget, type Kept, keep, kept, leave, others } from "./localGames";
import { FIRST_MATCH, fitting, isMatch, type Match, settingsIn } from "./match";
import { type Acknowledged, Ledger, NOTHING } from "./serverSync";
import type { Session } from "./session";
import { firstLine, ROOT, treeOf, united, value, visit } from "./variationTree";

/** The game that was begun last: rule, board and opponent are offered again. */
export const lastMatch = remembered<Match>("match", FIRST_MATCH, isMatch);

/** Keeps the games of a page, here and at the server, and takes them up again. */
export class Keeper {
  /** What brings the game of the page to the server. */
  readonly ledger: Signal<Ledger | null> = signal(null);
  /** What the server knows of the game that is taken up next. */
  private known: Acknowledged = NOTHING;
  private key = "";

  constructor(
    private readonly client: Client,
    private readonly session: Session,
  ) {}

  /** Keeps whatever happens from now on. Returns a way to stop. */
  watch(): () => void {
    for (const { game, known } of others()) void this.finish(game, known);
    return effect(() => {
      const game = this.session.taken();
      untracked(() => this.update(game));
    });
  }

  /** Takes up the position of the address, or the game of the last visit, or begins a new one. */
  async resume(hash: string, refused: (why: BadLink) => void): Promise<void> {
    const last = kept();
    const wished = readLink(hash);
    if (wished && "fault" in wished) refused({ text: wished.fault });
    else if (wished) {
      const { position } = wished;
      const isLast = last && linkOf(position) === linkOf(positionOf(last.game, last.game.at));
      if (!isLast && !(await this.refuses(position, refused))) return;
    }
    if (last) await this.take(await this.refreshed(last));
    else await this.session.start(lastMatch.value);
  }

  /** Looks at the position of a link, and tells why if that cannot be. Says whether it cannot be. */
  async refuses(position: Position, refused: (why: BadLink) => void): Promise<boolean> {
    const { fault } = this.session;
    if ((await this.visit(position)) || !fault.value) return false;
    refused({ refused: fault.value });
    fault.value = null;
    return true;
  }

  /** What a new game is offered with: this board, and the opponent of this game or else of the last one. */
  get offered(): Match {
    const { match } = this.session;
    const { rule, area, level } = match.value;
    return level === null ? fitting({ ...lastMatch.value, rule, area }) : match.value;
  }

  /** Begins a game, which the next one will be like. */
  async start(match: Match): Promise<boolean> {
    lastMatch.value = match;
    const begun = await this.session.start(match);
    if (begun) leave();
    return begun;
  }

  /**
   * Looks at a position as two friends would. A board without stones is a game to begin: there the opponent
   * of the last game is met again.
   */
  private async visit(position: Position): Promise<boolean> {
    const { rule, area, setup, moves } = position;
    const { session } = this;
    return moves.length > 0 || setup
      ? session.open(position, { ...session.match.value, level: null })
      : session.start(fitting({ ...lastMatch.value, rule, area }));
  }

  /** Takes up a game that the server keeps, at the end of its first line. */
  async open(id: string): Promise<void> {
    await this.take(takenFrom(await this.client.games.open(id)));
  }

  private async take({ game, known }: Kept): Promise<void> {
    this.known = known;
    await this.session.take(game);
  }

  /** The game with all that the server has of it; as it was kept here if the server does not answer. */
  private async refreshed(last: Kept): Promise<Kept> {
    if (last.known.id === null) return last;
    try {
      const server = takenFrom(await this.client.games.open(last.known.id));
      const { tree, places } = united(server.game.tree, last.game.tree);
      const at = places[last.game.at] ?? ROOT;
      return { game: { ...last.game, tree: visit(tree, at), at }, known: server.known };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return last;
    }
  }

  private update(game: Taken): void {
    if (game.key !== this.key || !this.ledger.value) {
      this.key = game.key;
      this.ledger.value = new Ledger(this.client.games, game, this.known, (now, known) =>
        keep({ game: now, known }, now.key === this.key),
      );
      this.known = NOTHING;
    }
    this.ledger.value.update(game);
  }

  /** Brings to the server what an earlier visit could not. */
  private async finish(game: Taken, known: Acknowledged): Promise<void> {
    const ledger = new Ledger(this.client.games, game, known, (now, so) =>
      keep({ game: now, known: so }, false),
    );
    await ledger.run();
    if (ledger.safety.value === "saved") forget(game.key);
  }
}

/** A game of the server as the page has it. Its numbers are places in the tree. */
export function takenFrom(game: Game): Kept {
  // Numbers have no gaps, so that a node's number is its place.
  let tree = treeOf(game.nodes, game.comment);
  if (game.chance !== null) tree = value(tree, ROOT, game.chance);
  const { rule, area, setup, settings, id, title, info } = game;
  const last = firstLine(tree);
  const known: Acknowledged = {
    id,
    numbers: tree.map((_, number) => number),
    comments: tree.map((node) => node.comment),
    chances: tree.map((node) => node.chance),
    settings,
  };
  const match = { rule, area: area ?? null, ...settingsIn(settings) };
  return {
    game: {
      ...{ match, setup: setup ?? null, tree: visit(tree, last), at: last, key: id, touched: true },
      about: aboutOf(title, info),
    },
    known,
  };
}
