import { effect, type Signal, signal, untracked } from "@preact/signals";
import { type Client, Refusal } from "../api/client";
import type { Game } from "../api/types";
import { type Acknowledged, Ledger, NOTHING } from "./ledger";
import { linked, linkOf } from "./link";
import { FIRST_MATCH, settingsIn } from "./match";
import type { Session } from "./session";
import { forget, type Kept, keep, kept, others } from "./shelf";
import { positionOf, type Taken } from "./taken";
import { comment, grow, plant, ROOT, type Tree, united, value, visit } from "./tree";

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
  async resume(hash: string): Promise<void> {
    const wished = linked(hash);
    const last = kept();
    if (last && (!wished || linkOf(wished) === linkOf(positionOf(last.game, last.game.at)))) {
      await this.take(await this.refreshed(last));
    } else if (wished) await this.visit(wished);
    else await this.session.start(FIRST_MATCH);
  }

  /** Looks at a position, as two friends would. */
  async visit(position: NonNullable<ReturnType<typeof linked>>): Promise<boolean> {
    const { match } = this.session;
    match.value = { ...match.value, level: null };
    return this.session.open(position);
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
  let tree: Tree = comment(plant(), ROOT, game.comment);
  if (game.chance !== null) tree = value(tree, ROOT, game.chance);
  const at: number[] = [ROOT];
  const numbers: number[] = [ROOT];
  for (const { number, parent, x, y, author, comment: text, chance } of game.nodes) {
    const grown = grow(tree, at[parent]!, { x, y }, author);
    tree = comment(grown.tree, grown.at, text);
    if (chance !== null) tree = value(tree, grown.at, chance);
    at[number] = grown.at;
    numbers[grown.at] = number;
  }
  const { rule, area, setup, settings, id } = game;
  let last = ROOT;
  for (let next = tree[ROOT]?.children[0]; next !== undefined; next = tree[next]?.children[0]) last = next;
  const known: Acknowledged = {
    id,
    numbers,
    comments: tree.map((node) => node.comment),
    chances: tree.map((node) => node.chance),
    settings,
  };
  const match = { rule, area: area ?? null, ...settingsIn(settings) };
  return {
    game: { match, setup: setup ?? null, tree: visit(tree, last), at: last, key: id, touched: true },
    known,
  };
}
