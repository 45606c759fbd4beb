import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Client } from "../api/client";
import { newId } from "../api/request";
import type { Author, Fault, GameReview, Position, PositionView, ReviewedMove, Setup } from "../api/types";
import type { BoardStone } from "../board/boardView";
import { type Area, type Color, otherColor, type Point } from "../board/point";
import { EngineSearch } from "./engineSearch";
import { type GameState, positionOf, type RecordInfo } from "./gameState";
import { type IllegalReason, illegalReasonAt } from "./illegalReason";
import { formatLink } from "./link";
import { FIRST_MATCH, type Match } from "./match";
import { chanceAfter, chanceBefore, reviewedMoves } from "./reviewedMoves";
import { isOpenerStage, isPlacing, NO_SWAP, type Swap2Stage, stageAt } from "./swap2";
import * as trees from "./variationTree";
import { emptyTree, ROOT, type VariationTree } from "./variationTree";
import { ViewCache } from "./viewCache";

/** Callbacks of a game session. */
export interface GameListener {
  /** `view` is the position after the move. */
  onMove(point: Point, color: Color, view: PositionView): void;
  onEnd(view: PositionView): void;
  onIllegal(point: Point, why: IllegalReason, area: Area): void;
}

const SILENT: GameListener = { onMove: () => undefined, onEnd: () => undefined, onIllegal: () => undefined };

/** A running game: variation tree, current node, and the server's view of its position. */
export class GameSession {
  readonly match: Signal<Match> = signal(FIRST_MATCH);
  readonly setup: Signal<Setup | null> = signal(null);
  readonly tree: Signal<VariationTree> = signal(emptyTree());
  readonly at: Signal<number> = signal(ROOT);
  readonly view: Signal<PositionView | null> = signal(null);
  /** A stone that was placed and is not yet acknowledged. */
  readonly pending: Signal<BoardStone | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  /** Globally unique id of the game. */
  readonly key: Signal<string> = signal(newId());
  /** Whether the game has changes worth saving. */
  readonly touched: Signal<boolean> = signal(false);
  /** Players, place and date, if the game comes from a record. */
  readonly about: Signal<RecordInfo | null> = signal(null);
  /** Review of a line of the tree. */
  readonly review: Signal<GameReview | null> = signal(null);
  /** The reviewed moves by their nodes. */
  readonly reviewedMoves: ReadonlySignal<ReadonlyMap<number, ReviewedMove>>;
  readonly position: ReadonlySignal<Position>;
  readonly stage: ReadonlySignal<Swap2Stage>;
  /** Black's chance after each move of the current line; null where it is unknown. */
  readonly chances: ReadonlySignal<readonly (number | null)[]>;
  readonly engineSearch: EngineSearch;

  private readonly views: ViewCache;
  /** Link of the shown position. */
  private shownLink = "";
  /** Aborts the last request when a newer one starts. */
  private pendingRequest = new AbortController();

  constructor(
    client: Client,
    private readonly listener: GameListener = SILENT,
  ) {
    this.views = new ViewCache(client, this.fault);
    this.engineSearch = new EngineSearch(client, this.fault);
    this.position = computed(() => positionOf(this.state(), this.at.value));
    this.stage = computed(() => {
      const { opening, swap } = this.match.value;
      return opening === "swap2"
        ? stageAt(trees.pathTo(this.tree.value, this.at.value).length - 1, swap)
        : "done";
    });
    this.reviewedMoves = computed(() => reviewedMoves(this.tree.value, this.review.value));
    this.chances = computed(() => {
      const reviewed = this.reviewedMoves.value;
      const first = this.review.value?.moves[0];
      return trees.lineThrough(this.tree.value, this.at.value).map((id) => {
        const move = reviewed.get(id);
        if (move) return chanceAfter(move);
        if (id === ROOT && first) return chanceBefore(first);
        return this.tree.value[id]?.chance ?? null;
      });
    });
  }

  /** Starts a game, from an empty board or from a setup; returns whether the server accepts the board. */
  async start(match: Match, setup: Setup | null = null): Promise<boolean> {
    const fresh = { ...match, swap: NO_SWAP };
    return this.load({
      match: fresh,
      setup,
      tree: emptyTree(),
      at: ROOT,
      key: newId(),
      touched: false,
    });
  }

  /** Opens a position with its moves as a line; returns whether the server accepts it. */
  async open({ rule, area, setup, moves }: Position, by: Match = this.match.value): Promise<boolean> {
    const { tree, at } = trees.treeFromMoves(moves);
    const match: Match = { ...by, rule, area, opening: "free", swap: NO_SWAP };
    return this.load({ match, setup: setup ?? null, tree, at, key: newId(), touched: false });
  }

  /** Loads a game; the session is unchanged if the server rejects its position. */
  async load(game: GameState): Promise<boolean> {
    const signal = this.begin();
    const view = await this.views.get(positionOf(game, game.at), signal);
    if (!view || signal.aborted) return false;
    batch(() => {
      this.match.value = game.match;
      this.setup.value = game.setup;
      this.tree.value = game.tree;
      this.at.value = game.at;
      this.key.value = game.key;
      this.touched.value = game.touched;
      this.about.value = game.about ?? null;
      this.review.value = game.review ?? null;
      this.show(view);
    });
    return true;
  }

  /** Whether a person may place a stone now, also as a variation for the other side. */
  get acceptsMove(): boolean {
    const { stage } = this;
    const waits = this.engineSearch.busy.value === "reply" || this.pending.value !== null;
    if (!this.view.value || this.view.value.ending || waits || !isPlacing(stage.value)) return false;
    return stage.value === "done" || this.isPersonStage(stage.value);
  }

  /** Places a stone for the person; returns whether it was accepted. */
  async place(point: Point): Promise<boolean> {
    const view = this.view.value;
    if (!view || !this.acceptsMove || !this.isShown()) return false;
    const obstacle = illegalReasonAt(view, point);
    if (obstacle) {
      this.listener.onIllegal(point, obstacle, view.area);
      return false;
    }
    return this.play(point);
  }

  /** Undoes the last move; against the engine, back to the person's turn. */
  async undo(): Promise<void> {
    const back = (id: number): number => trees.parentOf(this.tree.value, id) ?? id;
    let to = back(this.at.value);
    while (!this.isPersonToMove(to) && to !== ROOT) to = back(to);
    await this.go(to);
  }

  async redo(): Promise<void> {
    const on = (id: number): number => trees.chosenOf(this.tree.value, id) ?? id;
    let to = on(this.at.value);
    while (!this.isPersonToMove(to) && on(to) !== to) to = on(to);
    await this.go(to);
  }

  /** Steps one move back or forward along the line. */
  async walk(by: 1 | -1): Promise<void> {
    const { value: tree } = this.tree;
    const to = by < 0 ? trees.parentOf(tree, this.at.value) : trees.chosenOf(tree, this.at.value);
    await this.go(to ?? this.at.value);
  }

  async toEnd(by: 1 | -1): Promise<void> {
    await this.go(by < 0 ? ROOT : (trees.lineThrough(this.tree.value, this.at.value).at(-1) ?? ROOT));
  }

  async switchVariation(by: 1 | -1): Promise<void> {
    await this.go(trees.sibling(this.tree.value, this.at.value, by));
  }

  /** Goes to a node of the tree. */
  async go(id: number): Promise<void> {
    if (id === this.at.value) {
      if (this.engineSearch.busy.value) this.engineSearch.stop();
      return;
    }
    const signal = this.begin();
    batch(() => {
      this.tree.value = trees.visit(this.tree.value, id);
      this.at.value = id;
    });
    const view = await this.views.get(this.position.value, signal);
    if (view && !signal.aborted) this.show(view);
  }

  /** Adds moves as a variation without going there; returns their nodes. */
  addLine(from: number, moves: readonly Point[]): number[] {
    let { value: tree } = this.tree;
    let at = from;
    const nodes = moves.map((point) => {
      ({ tree, at } = trees.addMove(tree, at, point));
      return at;
    });
    this.tree.value = trees.visit(tree, this.at.value);
    return nodes;
  }

  /** Adds an engine line as a variation from the current node. */
  keepLine(moves: readonly Point[]): void {
    this.touched.value = true;
    this.addLine(this.at.value, moves);
  }

  setComment(text: string): void {
    this.touched.value = true;
    this.tree.value = trees.setComment(this.tree.value, this.at.value, text);
  }

  /** Aborts all requests and searches. */
  stop(): void {
    this.begin();
  }

  /** Requests the current view again. */
  async retry(): Promise<void> {
    const signal = this.begin();
    const view = await this.views.get(this.position.value, signal);
    if (view && !signal.aborted) this.show(view);
  }

  /** Plays a stone for either author; returns whether it was accepted. */
  async play(point: Point, author: Author = "person"): Promise<boolean> {
    const color = this.view.value!.turn;
    const signal = this.begin();
    const { x, y } = point;
    this.pending.value = { x, y, color };
    const { tree, at } = trees.addMove(this.tree.value, this.at.value, point, author);
    const view = await this.views.get(positionOf({ ...this.state(), tree }, at), signal);
    if (signal.aborted) return false;
    if (!view) {
      this.pending.value = null;
      return false;
    }
    batch(() => {
      this.pending.value = null;
      this.touched.value = true;
      // A comment may have been added while the request was pending.
      ({ tree: this.tree.value, at: this.at.value } = trees.addMove(
        this.tree.value,
        this.at.value,
        point,
        author,
      ));
      this.show(view);
      const placed = trees.pathTo(tree, at).length - 1;
      if (this.match.value.opening === "swap2" && placed <= 3)
        this.match.value = { ...this.match.value, swap: NO_SWAP };
    });
    this.listener.onMove(point, color, view);
    if (view.ending) this.listener.onEnd(view);
    return true;
  }

  /** Stores Black's chance at a node. */
  setChance(id: number, chance: number): void {
    const rounded = Math.round(chance * 100) / 100;
    const known = this.tree.value[id];
    if (known && known.chance !== rounded) this.tree.value = trees.setChance(this.tree.value, id, rounded);
  }

  /** Whether a person is to move at a node. */
  isPersonToMove(id: number): boolean {
    const { level, side, opening, swap } = this.match.value;
    if (level === null) return true;
    const stones = trees.pathTo(this.tree.value, id).length - 1;
    const stage = opening === "swap2" ? stageAt(stones, swap) : "done";
    if (stage !== "done") return this.isPersonStage(stage);
    const first: Color = this.setup.value?.turn ?? "black";
    return (stones % 2 === 0 ? first : otherColor(first)) === side;
  }

  /** Snapshot of the game. */
  state(): GameState {
    return {
      match: this.match.value,
      setup: this.setup.value,
      tree: this.tree.value,
      at: this.at.value,
      key: this.key.value,
      touched: this.touched.value,
      about: this.about.value,
      review: this.review.value,
    };
  }

  private isPersonStage(stage: Swap2Stage): boolean {
    const { level, opener } = this.match.value;
    return level === null || isOpenerStage(stage) === (opener === "person");
  }

  private show(view: PositionView): void {
    this.view.value = view;
    this.shownLink = formatLink(this.position.value);
  }

  /** Whether the shown view is that of the current node. */
  private isShown(): boolean {
    return this.shownLink === formatLink(this.position.value);
  }

  /** Aborts whatever is pending and starts a new request. */
  private begin(): AbortSignal {
    this.pendingRequest.abort();
    this.pendingRequest = new AbortController();
    batch(() => {
      this.pending.value = null;
      this.fault.value = null;
      this.engineSearch.stop();
    });
    return this.pendingRequest.signal;
  }
}
