import { effect, type Signal, signal, untracked } from "@preact/signals";
import { tell } from "../announce";
import { type Client, Refusal } from "../api/client";
import type { Swap2Answer, Thought } from "../api/types";
import { other, type Point } from "../board/point";
import { say } from "../i18n/t";
import type { Session } from "./session";
import { type Choice, chosenAt, isChoosing } from "./swap2";

/** A hint is what the engine would play at its best, with so many lines. */
const HINT = { level: 10, lines: 4, time_ms: 2000 };
const ANALYSIS = { level: 10, lines: 4, time_ms: 30_000 };

/** The engine as an opponent: it moves when it is its turn, chooses at Swap2, gives hints and analyses. */
export class Opponent {
  /** Whether every position is thought about as long as it is looked at. */
  readonly analysing: Signal<boolean> = signal(false);

  constructor(
    private readonly client: Client,
    private readonly session: Session,
  ) {}

  /** A person puts a stone, and the engine answers. */
  async place(point: Point): Promise<void> {
    if (await this.session.place(point)) await this.reply();
  }

  /** Swap2: a person chooses a side, or to put two more. */
  async choose(choice: Choice): Promise<void> {
    const { stage } = this.session;
    if (!isChoosing(stage.value) || !this.session.isPersons(this.session.at.value)) return;
    this.decide(choice, "person");
    await this.reply();
  }

  /** Lets the engine act as long as it is its turn. */
  async reply(): Promise<void> {
    while (this.isEngines()) {
      if (!(await this.act())) return;
    }
  }

  /** Whether the engine is to act where one is. */
  isEngines(): boolean {
    const { view, at, match } = this.session;
    return match.value.level !== null && view.value?.ending === null && !this.session.isPersons(at.value);
  }

  /** Asks what the engine would play here. */
  async hint(): Promise<void> {
    const { view, thinker } = this.session;
    if (!view.value || view.value.ending || thinker.busy.value === "reply") return;
    const thought = await this.think("hint", HINT);
    const best = thought?.lines[0];
    if (best) tell(say("play.best", { point: best.point.name, percent: Math.round(best.chances * 100) }));
  }

  /** Thinks about whatever is looked at, as long as that is wanted. Returns a way to stop. */
  watch(): () => void {
    return effect(() => {
      const view = this.session.view.value;
      const wanted = this.analysing.value;
      untracked(() => {
        const { thinker } = this.session;
        if (!wanted && thinker.busy.value === "analysis") thinker.halt();
        if (wanted && view && !view.ending && !this.isEngines()) void this.think("analysis", ANALYSIS);
      });
    });
  }

  /** Ends what the engine does; an opponent plays what it has thought of so far. */
  enough(): void {
    this.analysing.value = false;
    this.session.thinker.enough();
  }

  private async act(): Promise<boolean> {
    const { session } = this;
    if (session.stage.value !== "done") return this.open();
    const { level } = session.match.value;
    const thought = await this.think("reply", {
      level: level!,
      lines: 1,
      seed: Math.floor(Math.random() * 2 ** 31),
    });
    const point = thought?.lines[0]?.point;
    return point !== undefined && session.play(point, "engine");
  }

  /** The engine's part of Swap2. */
  private async open(): Promise<boolean> {
    const { session } = this;
    const answer = await this.askSwap2();
    if (!answer) return false;
    if (isChoosing(session.stage.value)) this.decide(answer.choice as Choice, "engine");
    for (const point of answer.points) if (!(await session.play(point, "engine"))) return false;
    return true;
  }

  private async askSwap2(): Promise<Swap2Answer | null> {
    const { session } = this;
    const { rule, area, level } = session.match.value;
    const { key, at } = session.taken();
    const stones = session.position.value.moves;
    session.thinker.busy.value = "reply";
    try {
      const answer = await this.client.swap2({ rule, area, stones, level });
      // The person may have gone elsewhere in the meantime.
      return session.key.value === key && session.at.value === at ? answer : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      session.fault.value = error.fault;
      return null;
    } finally {
      session.thinker.busy.value = null;
    }
  }

  /** Somebody takes a side. */
  private decide(choice: Choice, by: "person" | "engine"): void {
    const { match, stage } = this.session;
    const swap = chosenAt(stage.value, choice, match.value.swap);
    const chooser = choice === "stay" ? "white" : "black";
    const side = choice === "more" ? match.value.side : by === "person" ? chooser : other(chooser);
    match.value = { ...match.value, swap, side };
    this.session.touched.value = true;
  }

  private think(
    purpose: "reply" | "hint" | "analysis",
    effort: { level: number; lines: number; time_ms?: number; seed?: number },
  ): Promise<Thought | null> {
    const { session } = this;
    const { at, position } = session;
    const id = at.value;
    return session.thinker.think(purpose, { position: position.value, ...effort }, ({ turn, chances }) => {
      if (chances !== null) session.value(id, turn === "black" ? chances : 1 - chances);
    });
  }
}
