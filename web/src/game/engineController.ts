import { effect, type Signal, signal, untracked } from "@preact/signals";
import { announce } from "../announce";
import { ApiError, type Client } from "../api/client";
import type { Swap2Response, Thought } from "../api/types";
import { otherColor, type Point } from "../board/point";
import { t } from "../i18n/t";
import type { GameSession } from "./session";
import { afterChoice, isChoosing, type Swap2Choice } from "./swap2";

/** A hint is what the engine would play at its best, with so many lines. */
const HINT = { level: 10, lines: 4, time_ms: 2000 };
const ANALYSIS = { level: 10, lines: 4, time_ms: 30_000 };

/** The engine as an opponent: it moves when it is its turn, chooses at Swap2, gives hints and analyses. */
export class EngineController {
  /** Whether every position is thought about as long as it is looked at. */
  readonly analysing: Signal<boolean> = signal(false);

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** A person puts a stone, and the engine answers. */
  async place(point: Point): Promise<void> {
    if (await this.session.place(point)) await this.reply();
  }

  /** Swap2: a person chooses a side, or to put two more. */
  async choose(choice: Swap2Choice): Promise<void> {
    const { stage } = this.session;
    if (!isChoosing(stage.value) || !this.session.isPersonToMove(this.session.at.value)) return;
    this.applyChoice(choice, "person");
    await this.reply();
  }

  /** Lets the engine act as long as it is its turn. */
  async reply(): Promise<void> {
    while (this.isToMove()) {
      if (!(await this.makeMove())) return;
    }
  }

  /** Whether the engine is to act where one is. */
  isToMove(): boolean {
    const { view, at, match } = this.session;
    return (
      match.value.level !== null && view.value?.ending === null && !this.session.isPersonToMove(at.value)
    );
  }

  /** Asks what the engine would play here. */
  async hint(): Promise<void> {
    const { view, engineSearch } = this.session;
    if (!view.value || view.value.ending || engineSearch.busy.value === "reply") return;
    const thought = await this.think("hint", HINT);
    const best = thought?.lines[0];
    if (best) announce(t("play.best", { point: best.point.name, percent: Math.round(best.chances * 100) }));
  }

  /** Thinks about whatever is looked at, as long as that is wanted. Returns a way to stop. */
  watch(): () => void {
    return effect(() => {
      const view = this.session.view.value;
      const wanted = this.analysing.value;
      untracked(() => {
        const { engineSearch } = this.session;
        if (!wanted && engineSearch.busy.value === "analysis") engineSearch.halt();
        if (wanted && view && !view.ending && !this.isToMove()) void this.think("analysis", ANALYSIS);
      });
    });
  }

  /** Ends what the engine does; an opponent plays what it has thought of so far. */
  finish(): void {
    this.analysing.value = false;
    this.session.engineSearch.finish();
  }

  private async makeMove(): Promise<boolean> {
    const { session } = this;
    if (session.stage.value !== "done") return this.playSwap2();
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
  private async playSwap2(): Promise<boolean> {
    const { session } = this;
    const answer = await this.requestSwap2();
    if (!answer) return false;
    if (isChoosing(session.stage.value)) this.applyChoice(answer.choice as Swap2Choice, "engine");
    for (const point of answer.points) if (!(await session.play(point, "engine"))) return false;
    return true;
  }

  private async requestSwap2(): Promise<Swap2Response | null> {
    const { session } = this;
    const { rule, area, level } = session.match.value;
    const { key, at } = session.state();
    const stones = session.position.value.moves;
    session.engineSearch.busy.value = "reply";
    try {
      const answer = await this.client.swap2({ rule, area, stones, level });
      // The person may have gone elsewhere in the meantime.
      return session.key.value === key && session.at.value === at ? answer : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      session.fault.value = error.fault;
      return null;
    } finally {
      session.engineSearch.busy.value = null;
    }
  }

  /** Somebody takes a side. */
  private applyChoice(choice: Swap2Choice, by: "person" | "engine"): void {
    const { match, stage } = this.session;
    const swap = afterChoice(stage.value, choice, match.value.swap);
    const chooser = choice === "stay" ? "white" : "black";
    const side = choice === "more" ? match.value.side : by === "person" ? chooser : otherColor(chooser);
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
    return session.engineSearch.think(
      purpose,
      { position: position.value, ...effort },
      ({ turn, chances }) => {
        if (chances !== null) session.setChance(id, turn === "black" ? chances : 1 - chances);
      },
    );
  }
}
