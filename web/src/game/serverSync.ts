import { type Signal, signal } from "@preact/signals";
import { ApiError, type GamesClient } from "../api/client";
import { retry } from "../api/retry";
import type { StoredGame } from "../api/types";
import type { Point } from "../board/point";
import type { GameState } from "./gameState";
import { serializeSettings } from "./match";
import { serializeReview } from "./reviewedMoves";
import { arrangementOf, serializeArrangement } from "./treeArrangement";
import { listedNodes, ROOT, type VariationTree } from "./variationTree";

/** Sync status: stored on disk, in progress, server not responding, or rejected. */
export type SyncStatus = "saved" | "saving" | "waiting" | "refused";

/** The part of a game that the server has acknowledged. */
export interface Acknowledged {
  /** Id of the stored game; null if it does not exist yet. */
  readonly id: string | null;
  /** Server number of each node. */
  readonly numbers: readonly (number | undefined)[];
  readonly comments: readonly string[];
  readonly chances: readonly (number | null)[];
  readonly settings: string;
  readonly review: string;
  /** Absent in games that were kept before variations could be arranged. */
  readonly arrangement?: string;
}

export const NOT_SYNCED: Acknowledged = {
  id: null,
  numbers: [ROOT],
  comments: [],
  chances: [],
  settings: "",
  review: "",
  arrangement: "",
};

/**
 * Syncs one game to the server, node by node in order, with retries until each is acknowledged. Requests are
 * idempotent: repeating a move under a parent returns the existing node.
 */
export class ServerSync {
  readonly status: Signal<SyncStatus> = signal("saved");
  private running = false;

  constructor(
    private readonly games: GamesClient,
    private game: GameState,
    private known: Acknowledged = NOT_SYNCED,
    /** Called after each change and acknowledgement. */
    private readonly onChange: (game: GameState, known: Acknowledged) => void = () => undefined,
  ) {}

  get id(): string | null {
    return this.known.id;
  }

  /** Sets the current state and syncs it. */
  update(game: GameState): void {
    this.game = game;
    this.onChange(game, this.known);
    void this.run();
  }

  /** Syncs until nothing is left. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let step = this.next(); step; step = this.next()) {
        if (this.status.value !== "waiting") this.status.value = "saving";
        const onRetry = (): void => {
          this.status.value = "waiting";
        };
        const known = await retry(step, { signal: new AbortController().signal, onRetry });
        this.known = known;
        this.status.value = "saving";
        this.onChange(this.game, known);
      }
      this.status.value = "saved";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "not_found" && this.known.id !== null) {
        // It was deleted, or the server has another data folder: create it again.
        this.known = NOT_SYNCED;
        this.running = false;
        await this.run();
      } else this.status.value = "refused";
    } finally {
      this.running = false;
    }
  }

  /** The next request; null if all is synced. */
  private next(): (() => Promise<Acknowledged>) | null {
    const { game, known } = this;
    const { id } = known;
    if (!game.touched) return null;
    if (id === null) return () => this.add();
    const { tree } = game;
    const node = tree.findIndex(({ deleted }, index) => known.numbers[index] === undefined && !deleted);
    if (node >= 0) return () => this.play(id, node);
    const changed = tree.findIndex(
      ({ comment, chance }, index) =>
        known.numbers[index] !== undefined &&
        (comment !== (known.comments[index] ?? "") || chance !== (known.chances[index] ?? null)),
    );
    if (changed >= 0) return () => this.change(id, changed);
    const settings = serializeSettings(game.match);
    const review = serializeReview(game.review ?? null);
    const order = arrangementOf(tree, known.numbers);
    const arrangement = serializeArrangement(order);
    const isArranged = arrangement === (known.arrangement ?? "");
    if (settings === known.settings && review === (known.review ?? "") && isArranged) return null;
    return async () => {
      await this.games.change(id, { settings, review, ...(!isArranged && { arrangement: order }) });
      return { ...this.known, settings, review, arrangement };
    };
  }

  /** Creates the game with its whole tree, atomically. */
  private async add(): Promise<Acknowledged> {
    const { match, setup, key, tree, about } = this.game;
    const { rule, area } = match;
    const settings = serializeSettings(match);
    const root = tree[ROOT];
    const nodes = listedNodes(tree).map(({ id: _, ...node }) => node);
    const { title = "", ...info } = about ?? {};
    const whole = { rule, area, key, settings, title, info, comment: root!.comment, nodes };
    return acknowledged(await this.games.add({ ...whole, ...(setup && { setup }) }), tree);
  }

  private async play(id: string, index: number): Promise<Acknowledged> {
    const { parent, point, author } = this.game.tree[index]!;
    const { number } = await this.games.play(id, {
      parent: this.known.numbers[parent!]!,
      point: point!,
      author,
    });
    const numbers = [...this.known.numbers];
    numbers[index] = number;
    return { ...this.known, numbers };
  }

  private async change(id: string, index: number): Promise<Acknowledged> {
    const { comment, chance } = this.game.tree[index]!;
    await this.games.changeNode(id, this.known.numbers[index]!, { comment, chance });
    const comments = Array.from({ ...this.known.comments, length: this.game.tree.length }, (it) => it ?? "");
    const chances = Array.from({ ...this.known.chances, length: this.game.tree.length }, (it) => it ?? null);
    comments[index] = comment;
    chances[index] = chance;
    return { ...this.known, comments, chances };
  }
}

/** The acknowledged part of a tree. If the game existed before, that may be less than all. */
function acknowledged(game: StoredGame, tree: VariationTree): Acknowledged {
  const step = (parent: number, { x, y }: Point): string => `${parent} ${x} ${y}`;
  const there = new Map(game.nodes.map((node) => [step(node.parent, node), node]));
  const numbers: (number | undefined)[] = [ROOT];
  const comments = [game.comment];
  const chances = [game.chance];
  tree.forEach(({ parent, point }, index) => {
    const above = parent === null ? undefined : numbers[parent];
    const node = point && above !== undefined ? there.get(step(above, point)) : undefined;
    if (index === ROOT) return;
    numbers[index] = node?.number;
    comments[index] = node?.comment ?? "";
    chances[index] = node?.chance ?? null;
  });
  const { id, settings, review = "" } = game;
  const arrangement = serializeArrangement(game.arrangement);
  return { id, numbers, comments, chances, settings, review, arrangement };
}
