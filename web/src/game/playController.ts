import { effect } from "@preact/signals";
import { alarm, show, tell } from "../announce";
import type { Client } from "../api/client";
import type { Position } from "../api/types";
import { sounds } from "../audio";
import { pointName } from "../board/pointName";
import { say } from "../i18n/t";
import type { BadLink } from "../route";
import type { Commands } from "../shortcuts";
import { endingOf, whyNot } from "./describe";
import { Opponent } from "./engineController";
import type { Taken } from "./gameState";
import { linkOf, readLink } from "./link";
import type { Match } from "./match";
import { Keeper } from "./persistence";
import { Review } from "./review";
import { type Ears, Session } from "./session";
import { Autopsy } from "./turningPoint";

/** Everything that belongs to playing: the game, the opponent, what keeps it, and what explains its end. */
export class Desk {
  readonly session: Session;
  readonly opponent: Opponent;
  readonly keeper: Keeper;
  readonly autopsy: Autopsy;
  readonly review: Review;
  readonly commands: Commands;

  constructor(client: Client) {
    const session = new Session(client, EARS);
    const opponent = new Opponent(client, session);
    this.session = session;
    this.opponent = opponent;
    this.keeper = new Keeper(client, session);
    this.autopsy = new Autopsy(client, session);
    this.review = new Review(client, session);
    this.commands = {
      undo: () => void session.undo(),
      redo: () => void session.redo(),
      walk: (by) => void session.walk(by),
      toEnd: (by) => void session.toEnd(by),
      vary: (by) => void session.vary(by),
      hint: () => void opponent.hint(),
      analyse: () => (opponent.analysing.value = !opponent.analysing.value),
    };
  }

  /** Takes up what the address or the last visit says. */
  async resume(hash: string, refused: (why: BadLink) => void): Promise<void> {
    let bad = false;
    await this.keeper.resume(hash, (why) => {
      bad = true;
      refused(why);
    });
    // A link that is to be corrected waits for the person, and so does the engine.
    if (!bad) await this.goOn();
  }

  /** Somebody wrote or chose another position into the address. Says whether that is shown already. */
  visit(hash: string, refused: (why: BadLink) => void): boolean {
    const wished = readLink(hash);
    if (!wished) return false;
    if ("fault" in wished) refused({ text: wished.fault });
    else if (linkOf(wished.position) === linkOf(this.session.position.value)) return true;
    else void this.look(wished.position, refused);
    return false;
  }

  async start(match: Match): Promise<void> {
    this.autopsy.stop();
    await this.keeper.start(match);
    await this.opponent.reply();
  }

  async open(id: string): Promise<void> {
    this.autopsy.stop();
    await this.keeper.open(id);
    await this.goOn();
  }

  /**
   * Takes up a game from elsewhere; says whether it can be. The game before is kept, also one that was only
   * looked at.
   */
  async take(game: Taken): Promise<boolean> {
    this.autopsy.stop();
    const { touched, tree, setup } = this.session;
    if (tree.value.length > 1 || setup.value) touched.value = true;
    return this.session.take(game);
  }

  /** Keeps the game and tells where it is. Returns a way to stop all. */
  watch(told: (position: Position) => void): () => void {
    const stops = [
      this.keeper.watch(),
      this.opponent.watch(),
      effect(() => {
        if (this.session.view.value) told(this.session.position.value);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.autopsy.stop();
      this.review.stop();
      this.session.stop();
    };
  }

  private async look(position: Position, refused: (why: BadLink) => void): Promise<void> {
    this.autopsy.stop();
    if (!(await this.keeper.refuses(position, refused))) await this.goOn();
  }

  /** The engine moves if a visit ended while it was its turn. */
  private async goOn(): Promise<void> {
    const { tree, at } = this.session;
    if (tree.value[at.value]?.children.length === 0) await this.opponent.reply();
  }
}

/** What a game sounds and reads like. */
const EARS: Ears = {
  moved: (point, color, area) => {
    sounds("land");
    tell(say("board.moved", { color: say(`color.${color}`), point: pointName(area, point) }));
  },
  ended: (view) => {
    sounds("end");
    alarm(endingOf(view));
  },
  refused: (point, why, area) => {
    sounds("illegal");
    show(whyNot(why, pointName(area, point)));
  },
};
