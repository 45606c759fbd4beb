import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Client, type Going, Refusal } from "../api/client";
import type { Fault, Position, Setup, Thought, View } from "../api/types";
import { type Area, type Color, other, type Point, same } from "../board/point";
import type { Stone } from "../board/view";
import { linkOf } from "./link";
import { FIRST_MATCH, type Match } from "./match";
import { isChoosing, isPlacing, type Stage, stageAfter } from "./swap2";
import {
  chosenOf,
  comment,
  grow,
  lineThrough,
  movesTo,
  parentOf,
  plant,
  ROOT,
  sibling,
  type Tree,
  value,
  visit,
} from "./tree";

/** What the page tells the person, as it happens. */
export interface Ears {
  moved(point: Point, color: Color, area: Area): void;
  ended(view: View): void;
  refused(point: Point, why: Obstacle, area: Area): void;
}

/** Why a stone cannot lie on a point, as far as the view tells. */
export type Obstacle =
  | { readonly kind: "occupied" }
  | { readonly kind: "three" | "four" | "six" }
  | { readonly kind: "chokes"; readonly color: Color };

const DEAF: Ears = { moved: () => undefined, ended: () => undefined, refused: () => undefined };

/** The level and the number of lines of a hint. */
const HINT = { level: 10, lines: 3 };
const MOST_VIEWS = 2000;

/** A game in the making: its variations, where one is in them, and what the server says about it. */
export class Session {
  readonly match: Signal<Match> = signal(FIRST_MATCH);
  readonly setup: Signal<Setup | null> = signal(null);
  readonly tree: Signal<Tree> = signal(plant());
  readonly at: Signal<number> = signal(ROOT);
  readonly view: Signal<View | null> = signal(null);
  /** A stone that was placed and is not yet acknowledged. */
  readonly pending: Signal<Stone | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  readonly thinking: Signal<"reply" | "hint" | null> = signal(null);
  readonly thought: Signal<Thought | null> = signal(null);
  readonly stage: Signal<Stage> = signal("done");
  readonly position: ReadonlySignal<Position>;
  /** Black's chance after each move of the line that is looked at; null where nobody thought. */
  readonly chances: ReadonlySignal<readonly (number | null)[]>;

  private readonly views = new Map<string, View>();
  private going: Going<Thought> | null = null;
  /** Counts what was asked for, so that a late answer to an old question is not taken for a new one. */
  private question = 0;

  constructor(
    private readonly client: Client,
    private readonly ears: Ears = DEAF,
  ) {
    this.position = computed(() => this.positionAt(movesTo(this.tree.value, this.at.value)));
    this.chances = computed(() =>
      lineThrough(this.tree.value, this.at.value).map((id) => this.tree.value[id]?.chance ?? null),
    );
  }

  /** Begins a game. */
  async start(match: Match): Promise<void> {
    this.stop();
    batch(() => {
      this.match.value = match;
      this.setup.value = null;
      this.tree.value = plant();
      this.at.value = ROOT;
      this.view.value = null;
      this.stage.value = match.opening === "swap2" ? "place" : "done";
    });
    await this.look();
    await this.reply();
  }

  /** Takes up a position, its moves as a line that can be gone back through. */
  async open(position: Position, tree: Tree | null = null, at = ROOT): Promise<void> {
    this.stop();
    const { rule, area, setup, moves } = position;
    batch(() => {
      this.match.value = { ...this.match.value, rule, area, opening: "free" };
      this.setup.value = setup ?? null;
      this.stage.value = "done";
      this.view.value = null;
      if (tree) {
        this.tree.value = tree;
        this.at.value = at;
      } else {
        const grown = moves.reduce((so, point) => grow(so.tree, so.at, point), { tree: plant(), at: ROOT });
        this.tree.value = grown.tree;
        this.at.value = grown.at;
      }
    });
    await this.look();
  }

  /** A person puts a stone. */
  async place(point: Point): Promise<void> {
    const view = this.view.value;
    if (
      !view ||
      view.ending ||
      this.thinking.value === "reply" ||
      this.pending.value ||
      !isPlacing(this.stage.value)
    )
      return;
    const obstacle = obstacleAt(view, point);
    if (obstacle) {
      this.ears.refused(point, obstacle, view.area);
      return;
    }
    if (await this.play(point)) await this.reply();
  }

  /** Swap2: somebody chooses a side, or to put two more. */
  async choose(choice: "stay" | "take" | "more"): Promise<void> {
    if (!isChoosing(this.stage.value)) return;
    if (choice === "more") {
      this.stage.value = "placeMore";
      return;
    }
    this.stage.value = "done";
    const { level } = this.match.value;
    if (level !== null)
      this.match.value = { ...this.match.value, side: choice === "stay" ? "white" : "black" };
    await this.reply();
  }

  /** Takes the last move back; against the engine, to where the person was to move. */
  async undo(): Promise<void> {
    this.stop();
    const back = (id: number): number => parentOf(this.tree.value, id) ?? id;
    let to = back(this.at.value);
    if (!this.isPersons(to) && to !== ROOT) to = back(to);
    await this.go(to);
  }

  async redo(): Promise<void> {
    const on = (id: number): number => chosenOf(this.tree.value, id) ?? id;
    let to = on(this.at.value);
    if (!this.isPersons(to)) to = on(to);
    await this.go(to);
  }

  /** One move back or forward through the line, whoever made it. */
  async walk(by: 1 | -1): Promise<void> {
    const { value: tree } = this.tree;
    await this.go((by < 0 ? parentOf(tree, this.at.value) : chosenOf(tree, this.at.value)) ?? this.at.value);
  }

  async toEnd(by: 1 | -1): Promise<void> {
    await this.go(by < 0 ? ROOT : (lineThrough(this.tree.value, this.at.value).at(-1) ?? ROOT));
  }

  async vary(by: 1 | -1): Promise<void> {
    await this.go(sibling(this.tree.value, this.at.value, by));
  }

  /** Goes to any node of the tree. */
  async go(id: number): Promise<void> {
    if (id === this.at.value) return;
    this.stop();
    batch(() => {
      this.tree.value = visit(this.tree.value, id);
      this.at.value = id;
      this.thought.value = null;
    });
    await this.look();
  }

  note(text: string): void {
    this.tree.value = comment(this.tree.value, this.at.value, text);
  }

  /** Asks what the engine would play here. */
  async hint(): Promise<void> {
    if (!this.view.value || this.view.value.ending || this.thinking.value) return;
    await this.think("hint", HINT.level, HINT.lines);
  }

  /** Ends whatever the engine is doing. */
  stop(): void {
    this.question++;
    this.going?.stop();
    batch(() => {
      this.going = null;
      this.thinking.value = null;
      this.pending.value = null;
      this.thought.value = null;
    });
  }

  /** Asks again for what could not be had. */
  async again(): Promise<void> {
    await this.look();
    await this.reply();
  }

  private async play(point: Point): Promise<boolean> {
    const color = this.view.value!.turn;
    const moves = [...movesTo(this.tree.value, this.at.value), point];
    const question = ++this.question;
    this.pending.value = { ...point, color };
    const view = await this.ask(this.positionAt(moves));
    if (question !== this.question) return false;
    if (!view) {
      this.pending.value = null;
      return false;
    }
    const { tree, at } = grow(this.tree.value, this.at.value, point);
    batch(() => {
      this.pending.value = null;
      this.thought.value = null;
      this.tree.value = tree;
      this.at.value = at;
      this.view.value = view;
      this.stage.value = stageAfter(this.stage.value, moves.length);
    });
    this.ears.moved(point, color, view.area);
    if (view.ending) this.ears.ended(view);
    return true;
  }

  /** Lets the engine play if it is its turn. */
  private async reply(): Promise<void> {
    const { level } = this.match.value;
    const view = this.view.value;
    if (level === null || !view || view.ending) return;
    if (this.stage.value === "choose") await this.engineChooses(level);
    if (this.stage.value !== "done" || view.turn === this.match.value.side) return;
    const thought = await this.think("reply", level, 1);
    const point = thought?.lines[0]?.point;
    if (point) await this.play(point);
  }

  /** After three stones of Swap2 White is to move: the engine takes the side that it likes better. */
  private async engineChooses(level: number): Promise<void> {
    const thought = await this.think("reply", level, 1);
    const chance = thought?.lines[0]?.chances;
    if (chance === undefined) return;
    this.match.value = { ...this.match.value, side: chance >= 0.5 ? "black" : "white" };
    this.stage.value = "done";
  }

  private async think(why: "reply" | "hint", level: number, lines: number): Promise<Thought | null> {
    const question = ++this.question;
    const { at, view } = this;
    const asked = { id: at.value, turn: view.value!.turn };
    this.thinking.value = why;
    this.fault.value = null;
    const hear = (thought: Thought): void => {
      if (question === this.question) this.thought.value = thought;
    };
    try {
      this.going = this.client.think({ position: this.position.value, level, lines }, hear);
      const thought = await this.going.result;
      if (question !== this.question) return null;
      hear(thought);
      const chance = thought.lines[0]?.chances;
      if (chance !== undefined) {
        this.tree.value = value(this.tree.value, asked.id, asked.turn === "black" ? chance : 1 - chance);
      }
      return thought;
    } catch (error) {
      if (question === this.question) this.fail(error);
      return null;
    } finally {
      if (question === this.question) this.thinking.value = null;
    }
  }

  private async look(): Promise<void> {
    const question = ++this.question;
    const view = await this.ask(this.position.value);
    if (view && question === this.question) this.view.value = view;
  }

  private async ask(position: Position): Promise<View | null> {
    const link = linkOf(position);
    const known = this.views.get(link);
    if (known) return known;
    try {
      const view = await this.client.view(position);
      if (this.views.size > MOST_VIEWS) this.views.clear();
      this.views.set(link, view);
      this.fault.value = null;
      return view;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "stopped") this.fault.value = error.fault;
  }

  private positionAt(moves: readonly Point[]): Position {
    const { rule, area } = this.match.value;
    const setup = this.setup.value;
    return { rule, area, moves, ...(setup && { setup }) };
  }

  /** Whether a person is to move at a node: always, unless the engine plays that side. */
  private isPersons(id: number): boolean {
    const { level, side } = this.match.value;
    if (level === null) return true;
    const first: Color = this.setup.value?.turn ?? "black";
    const turn = movesTo(this.tree.value, id).length % 2 === 0 ? first : other(first);
    return turn === side;
  }
}

/** What the view says against a stone of the side to move on a point. */
export function obstacleAt(view: View, point: Point): Obstacle | null {
  if (view.stones.some((stone) => same(stone, point))) return { kind: "occupied" };
  const foul = view.turn === "black" && view.forbidden.find((each) => same(each, point));
  if (foul) return { kind: foul.kind };
  const illegal = view.illegal.find((each) => same(each, point));
  return illegal ? { kind: "chokes", color: illegal.chokes } : null;
}
