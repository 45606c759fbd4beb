import { effect, type Signal, signal, untracked } from "@preact/signals";
import { announce, showNotice } from "../announce";
import { asApiError, type Client } from "../api/client";
import type { Swap2Response, Thought } from "../api/types";
import { otherColor, type Point } from "../board/point";
import { t } from "../i18n/t";
import { analysisLines, analysisSeconds, analysisThreads } from "../settings";
import { BookController } from "./bookController";
import type { GameSession } from "./session";
import { afterChoice, isChoosing, type Swap2Choice } from "./swap2";
import { ThreatController } from "./threatController";

/** Limits of a hint and of an analysis: full strength, as many lines as are wanted. */
const hintLimits = () => ({ level: 10, lines: analysisLines.value, time_ms: 2000 });
const analysisLimits = () => ({
  level: 10,
  lines: analysisLines.value,
  time_ms: (analysisSeconds.value || ENDLESS) * 1000,
  ...(analysisThreads.value > 1 && { threads: analysisThreads.value }),
});
/** Seconds of an analysis without a limit: the longest that the API takes. */
const ENDLESS = 3600;

/** Controller of the engine: replies, Swap2 choices, hints and analysis. */
export class EngineController {
  /** Whether every shown position is analysed. */
  readonly analysing: Signal<boolean> = signal(false);

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
    private readonly book: BookController = new BookController(client, session),
    private readonly threats: ThreatController = new ThreatController(client, session),
  ) {}

  /** Places a stone for the person, then lets the engine reply. */
  async place(point: Point): Promise<void> {
    if (await this.session.place(point)) await this.reply();
  }

  /** Swap2 choice of the person: a side, or two more stones. */
  async choose(choice: Swap2Choice): Promise<void> {
    const { stage } = this.session;
    if (!isChoosing(stage.value) || !this.session.isPersonToMove(this.session.at.value)) return;
    this.applyChoice(choice, "person");
    await this.reply();
  }

  /** Plays for the engine while it is to move. */
  async reply(): Promise<void> {
    while (this.isToMove()) {
      if (!(await this.makeMove())) return;
    }
  }

  /** Whether the engine is to move at the current node. */
  isToMove(): boolean {
    const { view, at, match } = this.session;
    return (
      match.value.level !== null && view.value?.ending === null && !this.session.isPersonToMove(at.value)
    );
  }

  /** Requests the best move of the current position. */
  async hint(): Promise<void> {
    const { view, engineSearch } = this.session;
    if (!view.value || view.value.ending || engineSearch.busy.value === "reply") return;
    const thought = await this.think("hint", hintLimits());
    const best = thought?.lines[0];
    if (best) announce(t("play.best", { point: best.point.name, percent: Math.round(best.chances * 100) }));
  }

  /** Effect that analyses the shown position while analysis is on. Returns the cleanup function. */
  watch(): () => void {
    return effect(() => {
      const view = this.session.view.value;
      const enabled = this.analysing.value && !this.threats.isPending;
      const limits = analysisLimits();
      untracked(() => {
        const { engineSearch } = this.session;
        if (!enabled && engineSearch.busy.value === "analysis") engineSearch.halt();
        if (enabled && view && !view.ending && !this.isToMove()) void this.think("analysis", limits);
      });
    });
  }

  /** Ends the search early; a reply is played from what was found so far. */
  finish(): void {
    this.analysing.value = false;
    this.session.engineSearch.finish();
  }

  private async makeMove(): Promise<boolean> {
    const { session } = this;
    if (session.stage.value !== "done") return this.playSwap2();
    const { level, proof } = session.match.value;
    const move = proof ? await this.bookMove() : "search";
    if (move !== "search") return move !== "none" && session.play(move, "engine");
    const thought = await this.think("reply", {
      level: level!,
      lines: 1,
      seed: Math.floor(Math.random() * 2 ** 31),
    });
    const point = thought?.lines[0]?.point;
    return point !== undefined && session.play(point, "engine");
  }

  /** Move of the proof; "search" where it has none, "none" if there is no answer or it is no longer wanted. */
  private async bookMove(): Promise<Point | "search" | "none"> {
    const { session } = this;
    const { key, at } = session.state();
    session.engineSearch.busy.value = "reply";
    try {
      const answer = await this.book.lookUp(session.position.value);
      if (session.key.value !== key || session.at.value !== at) return "none";
      if (answer) session.setChance(at, answer.winner === "black" ? 1 : 0);
      return answer?.point ?? "search";
    } catch (error) {
      session.fault.value = asApiError(error).fault;
      return "none";
    } finally {
      session.engineSearch.busy.value = null;
    }
  }

  /** Plays the engine's part of Swap2. */
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
      // The person may have moved on in the meantime.
      return session.key.value === key && session.at.value === at ? answer : null;
    } catch (error) {
      session.fault.value = asApiError(error).fault;
      return null;
    } finally {
      session.engineSearch.busy.value = null;
    }
  }

  /** Applies a Swap2 choice to the match. */
  private applyChoice(choice: Swap2Choice, by: "person" | "engine"): void {
    const { match, stage } = this.session;
    const swap = afterChoice(stage.value, choice, match.value.swap);
    const chooser = choice === "stay" ? "white" : "black";
    const side = choice === "more" ? match.value.side : by === "person" ? chooser : otherColor(chooser);
    match.value = { ...match.value, swap, side };
    if (by === "engine") showNotice(t(`play.swap2.chose.${choice}`));
    this.session.touched.value = true;
  }

  private think(
    purpose: "reply" | "hint" | "analysis",
    effort: { level: number; lines: number; time_ms?: number; threads?: number; seed?: number },
  ): Promise<Thought | null> {
    const { session } = this;
    const { at, position } = session;
    const id = at.value;
    return session.engineSearch.think(purpose, { position: position.value, ...effort }, (thought) => {
      const { turn, chances } = thought;
      if (chances !== null) session.setChance(id, turn === "black" ? chances : 1 - chances);
      if (purpose !== "reply") session.keepThought(id, thought);
    });
  }
}
