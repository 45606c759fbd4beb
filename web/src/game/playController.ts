import { effect, type Signal, signal } from "@preact/signals";
import { announce, announceNow, showNotice } from "../announce";
import type { Client } from "../api/client";
import type { Position } from "../api/types";
import { playEffect, playStone } from "../audio";
import { otherColor, type Point } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import { loadScript } from "../loadScript";
import type { BadLink } from "../route";
import { owners } from "../settings";
import type { GameCommands } from "../shortcuts";
import { BookController } from "./bookController";
import { endingText, illegalText, statusText } from "./describe";
import { EngineController } from "./engineController";
import type { GameState } from "./gameState";
import { formatLink, parseLink } from "./link";
import type { Match } from "./match";
import { GamePersistence } from "./persistence";
import { ReviewController } from "./reviewController";
import { type GameListener, GameSession } from "./session";
import { ThreatController } from "./threatController";
import type { TreeEditor } from "./treeEditor";

export type PanelTab = "game" | "analysis";

/** Controller of the play screen: session, engine, persistence and review. */
export class PlayController {
  readonly session: GameSession;
  readonly engine: EngineController;
  readonly book: BookController;
  readonly persistence: GamePersistence;
  readonly review: ReviewController;
  readonly threats: ThreatController;
  /** Tidies variations; null until it is loaded, which is when there are moves. */
  readonly editor: Signal<TreeEditor | null> = signal(null);
  /** Whether a study is shown that nobody has changed: its link stays in the address. */
  private isStudy = false;
  /** The chosen tab of the panel. */
  readonly tab: Signal<PanelTab> = signal("game");
  /** Line that is previewed on the board, from the current position. */
  readonly preview: Signal<readonly Point[]> = signal([]);
  readonly commands: GameCommands;
  /** Whether a link was opened since the screen was: what is resumed must not replace its position. */
  private followedLink = false;

  constructor(client: Client) {
    const session: GameSession = new GameSession(
      client,
      gameListener(() => session),
    );
    const book = new BookController(client, session);
    this.threats = new ThreatController(client, session);
    const engine = new EngineController(client, session, book, this.threats);
    this.session = session;
    this.engine = engine;
    this.book = book;
    this.persistence = new GamePersistence(client, session);
    this.review = new ReviewController(client, session);
    this.commands = {
      undo: () => void session.undo(),
      redo: () => void session.redo(),
      walk: (by) => void session.walk(by),
      toEnd: (by) => void session.toEnd(by),
      switchVariation: (by) => void session.switchVariation(by),
      hint: () => {
        this.tab.value = "analysis";
        void engine.hint();
      },
      analyse: () => {
        engine.analysing.value = !engine.analysing.value;
        if (engine.analysing.value) this.tab.value = "analysis";
      },
      goToMistake: (by) => void this.review.goToMistake(by),
      showThreats: () => {
        this.threats.enabled.value = !this.threats.enabled.value;
        if (this.threats.enabled.value) this.tab.value = "analysis";
      },
      showOwners: () => {
        owners.value = !owners.value;
        if (owners.value) this.tab.value = "analysis";
      },
      deleteHere: async () => (await this.loadEditor()).deleteHere(),
      undelete: async () => (await this.loadEditor()).undelete(),
      promote: async () => (await this.loadEditor()).promote(false),
    };
  }

  /** Resumes the position of the address or the last game. */
  async resume(hash: string, onReject: (why: BadLink) => void): Promise<void> {
    let bad = false;
    const onBad = (why: BadLink): void => {
      bad = true;
      onReject(why);
    };
    await this.persistence.resume(hash, onBad, () => this.followedLink);
    // With a bad link in the address the engine waits for the person.
    if (!bad) await this.replyIfDue();
  }

  /** Opens the position of a changed hash, unless it is already shown. */
  followLink(hash: string, onReject: (why: BadLink) => void): void {
    const link = parseLink(hash);
    if (!link) return;
    if ("fault" in link) {
      onReject({ text: link.fault });
      return;
    }
    this.followedLink = true;
    if (formatLink(link.position) !== formatLink(this.session.position.value))
      void this.openLink(link.position, onReject);
  }

  /** Shows the review of the current line, which is made if there is none. */
  startReview(): void {
    this.tab.value = "analysis";
    if (!this.review.isComplete) void this.review.run();
  }

  /** Another game of the same settings, by choice with the colors swapped. */
  async rematch(swap: boolean): Promise<void> {
    const { match } = this.session;
    const { side, opener } = match.value;
    const swapped = { side: otherColor(side), opener: opener === "person" ? "engine" : "person" } as const;
    await this.start({ ...match.value, ...(swap && swapped) });
  }

  async start(match: Match): Promise<void> {
    this.leave();
    // A game against the proof starts from the position that it is about.
    const setup = match.proof ? (this.book.claim.value?.position.setup ?? null) : null;
    await this.persistence.start(match, setup);
    await this.engine.reply();
  }

  async open(id: string): Promise<void> {
    this.leave();
    await this.persistence.open(id);
    await this.replyIfDue();
  }

  /**
   * Loads a game from an import; returns whether that worked. The previous game is saved, also if it was
   * only viewed.
   */
  async load(game: GameState): Promise<boolean> {
    this.leave();
    const { touched, tree, setup } = this.session;
    if (tree.value.length > 1 || setup.value) touched.value = true;
    return this.session.load(game);
  }

  async loadEditor(): Promise<TreeEditor> {
    const loaded = await loadScript(() => import("./treeEditor"));
    this.editor.value ??= new loaded.TreeEditor(this.session);
    return this.editor.value;
  }

  /** Shows a study. The game that was shown is saved, as at an import. */
  async loadStudy(game: GameState): Promise<boolean> {
    const loaded = this.load(game);
    this.isStudy = true;
    return loaded;
  }

  /** Starts all effects and reports the position. Returns the cleanup function. */
  watch(onPosition: (position: Position) => void): () => void {
    void this.book.load();
    const stops = [
      this.persistence.watch(),
      this.engine.watch(),
      this.threats.watch(),
      this.book.watch(),
      effect(() => {
        const { view, position, touched } = this.session;
        if (touched.value) this.isStudy = false;
        if (view.value && !this.isStudy) onPosition(position.value);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.review.stop();
      this.session.stop();
    };
  }

  /** Ends what belongs to the game that is left. */
  private leave(): void {
    this.isStudy = false;
    this.threats.enabled.value = false;
    this.review.stop();
    this.tab.value = "game";
    this.preview.value = [];
  }

  private async openLink(position: Position, onReject: (why: BadLink) => void): Promise<void> {
    this.leave();
    if (!(await this.persistence.rejects(position, onReject))) await this.replyIfDue();
  }

  /** Replies if the last visit ended while the engine was to move. */
  private async replyIfDue(): Promise<void> {
    const { tree, at } = this.session;
    if (tree.value[at.value]?.children.length === 0) await this.engine.reply();
  }
}

/** Sound and announcement of each event; the session is asked whose turn it is. */
const gameListener = (session: () => GameSession): GameListener => ({
  onMove: (point, color, view) => {
    playStone();
    const moved = t("board.moved", { color: t(`color.${color}`), point: pointName(view.area, point) });
    // The end is announced at once.
    announce(view.ending ? moved : t("play.moved", { moved, turn: statusText(session(), view) }));
  },
  onEnd: (view) => {
    playEffect("end");
    announceNow(endingText(view));
  },
  onIllegal: (point, why, area) => {
    playEffect("illegal");
    showNotice(illegalText(why, pointName(area, point)));
  },
});
