import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Client, type Reading, Refusal } from "../api/client";
import { patiently } from "../api/retry";
import type { CheckAnswer, Fault, Position, Rule } from "../api/types";
import { positionOf, type Taken } from "./gameState";
import { takenFromRecord } from "./importGame";
import { type Case, caseOfBoard, casesOf, countsOf, playable, VERDICTS, type Verdict } from "./judgedRecord";
import { linkOf } from "./link";
import { recordPosition, recordView } from "./recordView";
import { boardsOf } from "./textBoards";
import { firstLine, visit } from "./variationTree";

/** How many games the server tells at a time. */
const PAGE = 2000;
/** The most games that are shown in the table; all are counted. */
const MOST_ROWS = 20_000;
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

/** A file of records, and the number of its first game among all that were judged, less one. */
interface Filed {
  readonly file: Named;
  readonly before: number;
  readonly reading: Reading;
}

type Counts = Readonly<Record<Verdict, number>>;

/** What was found in a file. */
interface Finding {
  readonly cases: readonly Case[];
  readonly count: number;
  readonly counts: Counts;
}

const NONE: Counts = { differs: 0, faulty: 0, open: 0, agrees: 0 };

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
  /** How many there are of each verdict, told or not. */
  readonly counts: Signal<Counts> = signal(NONE);
  private filed: readonly Filed[] = [];
  /** Ends what is judged when nobody wants it any more. */
  private wanted = new AbortController();

  constructor(private readonly client: Client) {
    this.shown = computed(() =>
      this.cases.value.filter((each) => this.filter.value === "all" || each.verdict === this.filter.value),
    );
  }

  /** Judges what is in files, the server unpacks them; the disagreements come first. */
  async judge(files: readonly Named[]): Promise<void> {
    this.wanted.abort();
    this.wanted = new AbortController();
    const { signal } = this.wanted;
    this.busy.value = true;
    this.fault.value = null;
    try {
      const cases: Case[] = [];
      const counts = { ...NONE };
      const filed: Filed[] = [];
      let count = 0;
      for (const file of files) {
        const reading = this.readingOf(file);
        const found = await this.found(file, reading, count, MOST_ROWS - cases.length, signal);
        if (signal.aborted) return;
        if (found.records) filed.push({ file, before: count, reading });
        for (const each of found.cases) cases.push(each);
        for (const verdict of VERDICTS) counts[verdict] += found.counts[verdict];
        count += found.count;
      }
      const rank = ({ verdict }: Case): number => VERDICTS.indexOf(verdict);
      cases.sort((a, b) => rank(a) - rank(b) || a.number - b.number);
      this.filed = filed;
      batch(() => {
        this.cases.value = cases;
        this.count.value = count;
        this.counts.value = counts;
        this.filter.value = "all";
        this.choose(cases[0] ?? null);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!signal.aborted) this.fault.value = error.fault;
    } finally {
      if (!signal.aborted) this.busy.value = false;
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
    this.wanted.abort();
    this.filed = [];
    batch(() => {
      this.busy.value = false;
      this.cases.value = [];
      this.choose(null);
    });
  }

  /** The position on the board, as another screen opens it. */
  position(): Position | null {
    const judged = this.chosen.value;
    return judged && recordPosition(judged, this.number.value);
  }

  /** The record that is looked at with all its variations and comments; null if it cannot be had so. */
  async whole(): Promise<Taken | null> {
    const judged = this.chosen.value;
    const position = this.position();
    // A game that leads to a position stands in no file.
    if (!judged || !position || !this.cases.value.includes(judged)) return null;
    const filed = this.filed.findLast(({ before }) => before < judged.number);
    if (!filed) return null;
    try {
      const { most: _, ...reading } = filed.reading;
      const number = judged.number - filed.before;
      const { game } = await this.client.import(filed.file, { ...reading, game: number });
      const taken = takenFromRecord(game);
      const at = firstLine(taken.tree, position.moves.length);
      const found = linkOf(positionOf(taken, at)) === linkOf(position);
      return found ? { ...taken, tree: visit(taken.tree, at), at } : null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
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

  private readingOf({ name }: Named): Reading {
    const { rule, side } = this.habit.value;
    return { rule, most: PAGE, ...(name && { name }), ...(side > 0 && { size: `${side}x${side}` }) };
  }

  /** What is in a file: all of it counted, and up to so many games one by one. */
  private async found(
    file: Named,
    reading: Reading,
    before: number,
    room: number,
    signal: AbortSignal,
  ): Promise<Finding & { records: boolean }> {
    const { name = "" } = file;
    const boards = file.size < LARGEST_TEXT ? boardsOf(await file.text(), this.habit.value.rule) : null;
    if (boards) {
      const asked = boards.slice(0, MOST_BOARDS);
      const answers = await Promise.all(asked.map((board) => this.client.check(board)));
      const cases = asked.map((board, index) =>
        caseOfBoard(board, answers[index]!, name, before + index + 1),
      );
      const counts = { ...NONE };
      for (const { verdict } of cases) counts[verdict]++;
      return { cases, count: boards.length, counts, records: false };
    }
    const first = await this.client.judge(file, reading);
    const cases = casesOf(first, name, before).slice(0, room);
    const { count } = first;
    while (cases.length < Math.min(count, room)) {
      const skip = cases.length;
      const ask = () => this.client.judge(file, { ...reading, skip });
      const more = await patiently(ask, { signal, waiting: () => undefined });
      if (more.games.length === 0) break;
      for (const each of casesOf(more, name, before + skip).slice(0, room - skip)) cases.push(each);
    }
    return { cases, count, counts: countsOf(first.tallies), records: true };
  }
}
