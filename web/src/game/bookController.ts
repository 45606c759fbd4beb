import { effect, type Signal, signal, untracked } from "@preact/signals";
import { ApiError, type Client } from "../api/client";
import type { BookAnswer, BookClaim, Position } from "../api/types";
import type { PointMark } from "../board/boardView";
import { formatLink } from "./link";
import type { Match } from "./match";
import type { GameSession } from "./session";

/** Opening book of the server: a proof, by which one side wins whatever the other plays. */
export class BookController {
  /** Claim of the loaded book; null if there is none. */
  readonly claim: Signal<BookClaim | null> = signal(null);
  /** Entry of the shown position in a game against the proof; null if it is not in the book. */
  readonly answer: Signal<BookAnswer | null> = signal(null);

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** Asks the server which book is loaded. */
  async load(): Promise<void> {
    try {
      this.claim.value = (await this.client.loadedBook()).book ?? null;
    } catch (error) {
      // Without an answer there is no book to offer.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Looks a position up; null if it is not in the book. Throws `ApiError` for all other faults. */
  async lookUp(position: Position): Promise<BookAnswer | null> {
    try {
      return await this.client.lookUp(position);
    } catch (error) {
      if (error instanceof ApiError && error.fault.code === "not_found") return null;
      throw error;
    }
  }

  /** Effect that looks up every shown position of a game against the proof. Returns the cleanup function. */
  watch(): () => void {
    return effect(() => {
      const { view, match, position } = this.session;
      const wanted = view.value !== null && !view.value.ending && match.value.proof === true;
      const shown = position.value;
      untracked(() => {
        if (wanted) void this.show(shown);
        else this.answer.value = null;
      });
    });
  }

  private async show(position: Position): Promise<void> {
    const answer = await this.lookUp(position).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    // The person may have moved on in the meantime.
    if (formatLink(this.session.position.value) === formatLink(position)) this.answer.value = answer;
  }
}

/** Whether the book is about the rule and the board of a match. */
export const fitsBook = ({ rule, area }: Match, claim: BookClaim | null): boolean =>
  claim !== null &&
  claim.position.rule === rule &&
  claim.position.area?.width === area?.width &&
  claim.position.area?.height === area?.height;

/** Marks of the threat that the last move makes, in the order of its moves. */
export const bookMarks = (answer: BookAnswer | null): PointMark[] =>
  answer === null || answer.point
    ? []
    : answer.line.map(({ x, y }, index) => ({ x, y, text: String(index + 1), tone: "hint" }));
