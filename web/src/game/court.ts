import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Client, type Reading, Refusal } from "../api/client";
import type { CheckAnswer, Fault, Position, Rule } from "../api/types";
import { boardsOf } from "./boards";
import { type Case, caseOfBoard, casesOf, playable, VERDICTS, type Verdict } from "./cases";
import { recordView } from "./record";

/** The most games of a file that are told one by one. */
const MOST_GAMES = 2000;
/** The most boards that are asked about at once. */
const MOST_BOARDS = 50;
/** Larger files draw no boards. */
const LARGEST_TEXT = 1 << 20;

/** A file, or a text that came in none. */
type Named = Blob & { readonly name?: string };

/** What is taken for granted where a record does not say it. */
export interface Habit {
  readonly rule: Rule;
  /** The side of the board; 0 if the reader is to find out. */
  readonly side: number;
}

/** Records that are judged, and the one that is looked at. */
export class Court {
  readonly habit: Signal<Habit> = signal({ rule: "freestyle", side: 0 });
  readonly cases: Signal<readonly Case[]> = signal([]);
  /** How many games there were, told or not. */
  readonly count: Signal<number> = signal(0);
  readonly chosen: Signal<Case | null> = signal(null);
  /** How many moves of it are on the board. */
  readonly number: Signal<number> = signal(0);
  readonly filter: Signal<Verdict | "all"> = signal("all");
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** What was found about the position on the board. */
  readonly reach: Signal<CheckAnswer | null> = signal(null);
  readonly shown: ReadonlySignal<readonly Case[]>;
  readonly counts: ReadonlySignal<Readonly<Record<Verdict, number>>>;

  constructor(private readonly client: Client) {
    this.shown = computed(() =>
      this.cases.value.filter((each) => this.filter.value === "all" || each.verdict === this.filter.value),
    );
    this.counts = computed(() => {
      const count = (verdict: Verdict): number =>
        this.cases.value.filter((each) => each.verdict === verdict).length;
      return Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as Record<
        Verdict,
        number
      >;
    });
  }

  /** Judges what is in files, the server unpacks them; the disagreements come first. */
  async judge(files: readonly Named[]): Promise<void> {
    this.busy.value = true;
    this.fault.value = null;
    try {
      const cases: Case[] = [];
      let count = 0;
      for (const file of files) {
        const found = await this.found(file, cases.length);
        cases.push(...found.cases);
        count += found.count;
      }
      const rank = ({ verdict }: Case): number => VERDICTS.indexOf(verdict);
      cases.sort((a, b) => rank(a) - rank(b) || a.number - b.number);
      batch(() => {
        this.cases.value = cases;
        this.count.value = count;
        this.filter.value = "all";
        this.choose(cases[0] ?? null);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fault.value = error.fault;
    } finally {
      this.busy.value = false;
    }
  }

  choose(judged: Case | null): void {
    batch(() => {
      this.chosen.value = judged;
      // As far as the verdict is seen.
      this.show(
        judged ? (judged.verdict === "faulty" ? playable(judged) : judged.at || playable(judged)) : 0,
      );
    });
  }

  show(number: number): void {
    const judged = this.chosen.value;
    if (!judged) return;
    batch(() => {
      this.number.value = Math.min(Math.max(number, 0), playable(judged));
      this.reach.value = null;
    });
  }

  /** Forgets all records. */
  close(): void {
    batch(() => {
      this.cases.value = [];
      this.choose(null);
    });
  }

  /** The position on the board, as another screen opens it. */
  position(): Position | null {
    const judged = this.chosen.value;
    if (!judged) return null;
    const { rule, area, setup, first, moves } = judged;
    const set = setup.length > 0 || first === "white" ? { setup: { stones: setup, turn: first } } : {};
    return { rule, area, moves: moves.slice(0, this.number.value), ...set };
  }

  /** Asks whether the position on the board could have come about. */
  async wonder(): Promise<void> {
    const judged = this.chosen.value;
    if (!judged) return;
    const { rule, area, stones } = recordView(judged, this.number.value);
    const bare = stones.map(({ x, y, color }) => ({ x, y, color }));
    try {
      this.fault.value = null;
      this.reach.value = await this.client.check({ rule, area, stones: bare });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fault.value = error.fault;
    }
  }

  /** Puts the game that was found on the board, from its start. */
  witness(): void {
    const judged = this.chosen.value;
    const answer = this.reach.value;
    if (!judged || answer?.answer !== "yes") return;
    const { rule, area } = judged;
    const board = { rule, area: area ?? { width: 0, height: 0 }, stones: [] };
    batch(() => {
      this.chosen.value = { ...caseOfBoard(board, answer, judged.source, judged.number), area };
      this.show(1);
    });
  }

  private async found(file: Named, before: number): Promise<{ cases: readonly Case[]; count: number }> {
    const { rule, side } = this.habit.value;
    const { name = "" } = file;
    const boards = file.size < LARGEST_TEXT ? boardsOf(await file.text(), rule) : null;
    if (boards) {
      const asked = boards.slice(0, MOST_BOARDS);
      const answers = await Promise.all(asked.map((board) => this.client.check(board)));
      const cases = asked.map((board, index) =>
        caseOfBoard(board, answers[index]!, name, before + index + 1),
      );
      return { cases, count: boards.length };
    }
    const reading: Reading = {
      rule,
      most: MOST_GAMES,
      ...(name && { name }),
      ...(side > 0 && { size: `${side}x${side}` }),
    };
    const judged = await this.client.judge(file, reading);
    return { cases: casesOf(judged, name, before), count: judged.count };
  }
}
