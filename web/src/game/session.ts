import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Client } from "../api/client";
import { newId } from "../api/request";
import type { Author, Fault, Position, PositionView, Setup } from "../api/types";
import type { BoardStone } from "../board/boardView";
import { type Area, type Color, otherColor, type Point } from "../board/point";
import { EngineSearch } from "./engineSearch";
import { type GameState, positionOf, type RecordInfo } from "./gameState";
import { type IllegalReason, illegalReasonAt } from "./illegalReason";
import { formatLink } from "./link";
import { FIRST_MATCH, type Match } from "./match";
import { isOpenerStage, isPlacing, NO_SWAP, type Swap2Stage, stageAt } from "./swap2";
import * as trees from "./variationTree";
import { emptyTree, ROOT, type VariationTree } from "./variationTree";
import { ViewCache } from "./viewCache";

/** What the page tells the person, as it happens. */
export interface GameListener {
  onMove(point: Point, color: Color, area: Area): void;
  onEnd(view: PositionView): void;
  onIllegal(point: Point, why: IllegalReason, area: Area): void;
}

const SILENT: GameListener = { onMove: () => undefined, onEnd: () => undefined, onIllegal: () => undefined };

/** A game in the making: its variations, where one is in them, and what the server says about it. */
export class GameSession {
  readonly match: Signal<Match> = signal(FIRST_MATCH);
  readonly setup: Signal<Setup | null> = signal(null);
  readonly tree: Signal<VariationTree> = signal(emptyTree());
  readonly at: Signal<number> = signal(ROOT);
  readonly view: Signal<PositionView | null> = signal(null);
  /** A stone that was placed and is not yet acknowledged. */
  readonly pending: Signal<BoardStone | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  /** The name of this game among all games of all pages. */
  readonly key: Signal<string> = signal(newId());
  /** Whether anything was done that is worth keeping. */
  readonly touched: Signal<boolean> = signal(false);
  /** Who played, where and when, if the game comes from a record. */
  readonly about: Signal<RecordInfo | null> = signal(null);
  readonly position: ReadonlySignal<Position>;
  readonly stage: ReadonlySignal<Swap2Stage>;
  /** Black's chance after each move of the line that is looked at; null where nobody thought. */
  readonly chances: ReadonlySignal<readonly (number | null)[]>;
  readonly engineSearch: EngineSearch;

  private readonly views: ViewCache;
  /** The link of the position that is seen. */
  private shownLink = "";
  /** What was asked last; whatever was asked before is not wanted any more. */
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
    this.chances = computed(() =>
      trees.lineThrough(this.tree.value, this.at.value).map((id) => this.tree.value[id]?.chance ?? null),
    );
  }

  /** Begins a game. Says whether there is such a board. */
  async start(match: Match): Promise<boolean> {
    const fresh = { ...match, swap: NO_SWAP };
    return this.load({
      match: fresh,
      setup: null,
      tree: emptyTree(),
      at: ROOT,
      key: newId(),
      touched: false,
    });
  }

  /** Takes up a position, its moves as a line that can be gone back through. Says whether there is such a one. */
  async open({ rule, area, setup, moves }: Position, by: Match = this.match.value): Promise<boolean> {
    const { tree, at } = trees.treeFromMoves(moves);
    const match: Match = { ...by, rule, area, opening: "free", swap: NO_SWAP };
    return this.load({ match, setup: setup ?? null, tree, at, key: newId(), touched: false });
  }

  /** Takes up a whole game. It stays as it is if the server knows no such position. */
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
      this.show(view);
    });
    return true;
  }

  /** Whether a person may put a stone now; a stone of the other side is a variation. */
  get acceptsMove(): boolean {
    const { stage } = this;
    const waits = this.engineSearch.busy.value === "reply" || this.pending.value !== null;
    if (!this.view.value || this.view.value.ending || waits || !isPlacing(stage.value)) return false;
    return stage.value === "done" || this.isPersonStage(stage.value);
  }

  /** A person puts a stone. Says whether it lies there. */
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

  /** Takes the last move back; against the engine, to where the person was to move. */
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

  /** One move back or forward through the line, whoever made it. */
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

  /** Goes to any node of the tree. */
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

  /** Lays moves out as a variation, without going there. Says at which node each one is. */
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

  /** A line from here is worth a variation. */
  keepLine(moves: readonly Point[]): void {
    this.touched.value = true;
    this.addLine(this.at.value, moves);
  }

  setComment(text: string): void {
    this.touched.value = true;
    this.tree.value = trees.setComment(this.tree.value, this.at.value, text);
  }

  /** Ends whatever is going on. */
  stop(): void {
    this.begin();
  }

  /** Asks again for what could not be had. */
  async retry(): Promise<void> {
    const signal = this.begin();
    const view = await this.views.get(this.position.value, signal);
    if (view && !signal.aborted) this.show(view);
  }

  /** Puts a stone, whoever chose it. Says whether it lies there. */
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
      // A comment may have come while the server was asked.
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
    this.listener.onMove(point, color, view.area);
    if (view.ending) this.listener.onEnd(view);
    return true;
  }

  /** What is known of Black's chance at a node. */
  setChance(id: number, chance: number): void {
    const rounded = Math.round(chance * 100) / 100;
    const known = this.tree.value[id];
    if (known && known.chance !== rounded) this.tree.value = trees.setChance(this.tree.value, id, rounded);
  }

  /** Whether a person is to move at a node: always, unless the engine plays that side. */
  isPersonToMove(id: number): boolean {
    const { level, side, opening, swap } = this.match.value;
    if (level === null) return true;
    const stones = trees.pathTo(this.tree.value, id).length - 1;
    const stage = opening === "swap2" ? stageAt(stones, swap) : "done";
    if (stage !== "done") return this.isPersonStage(stage);
    const first: Color = this.setup.value?.turn ?? "black";
    return (stones % 2 === 0 ? first : otherColor(first)) === side;
  }

  /** Everything that makes up the game now. */
  state(): GameState {
    return {
      match: this.match.value,
      setup: this.setup.value,
      tree: this.tree.value,
      at: this.at.value,
      key: this.key.value,
      touched: this.touched.value,
      about: this.about.value,
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

  /** Whether what is seen is where one is. */
  private isShown(): boolean {
    return this.shownLink === formatLink(this.position.value);
  }

  /** Something else is wanted from now on. */
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
