import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ApiError, asApiError, type Client, type ReadingOptions } from "../api/client";
import { retry } from "../api/retry";
import type { CheckResponse, Fault, Position, Rule } from "../api/types";
import { type GameState, positionOf } from "./gameState";
import { gameFromRecord } from "./importGame";
import {
  type JudgedRecord,
  judgedRecords,
  playableMoves,
  VERDICTS,
  type Verdict,
  verdictCounts,
  witnessRecord,
} from "./judgedRecord";
import { formatLink } from "./link";
import { recordPosition, recordView } from "./recordView";
import { firstLine, visit } from "./variationTree";

/** Page size of the judge requests. */
const PAGE_SIZE = 2000;
/** Maximum rows of the table; the counts include every record. */
const MAX_ROWS = 20_000;

/** A file, or pasted text without a file name. */
type NamedBlob = Blob & { readonly name?: string };

/** Defaults for records that do not name their rule or board size. */
export interface ReadingDefaults {
  readonly rule: Rule;
  /** Side of the board; 0 leaves it to the parser. */
  readonly side: number;
}

/** A file of records, with the number of records judged before it. */
interface JudgedFile {
  readonly file: NamedBlob;
  readonly before: number;
  readonly reading: ReadingOptions;
}

type VerdictCounts = Readonly<Record<Verdict, number>>;

/** The verdicts of one file. */
interface FileResult {
  readonly records: readonly JudgedRecord[];
  readonly count: number;
  readonly counts: VerdictCounts;
}

const NONE: VerdictCounts = { differs: 0, illegal: 0, unreadable: 0, open: 0, agrees: 0 };

/** Controller of the judge screen: the judged records, the filter and the chosen record. */
export class JudgeController {
  readonly defaults: Signal<ReadingDefaults> = signal({ rule: "freestyle", side: 0 });
  readonly records: Signal<readonly JudgedRecord[]> = signal([]);
  /** Number of records, including those beyond the table limit. */
  readonly count: Signal<number> = signal(0);
  readonly chosen: Signal<JudgedRecord | null> = signal(null);
  /** Number of moves shown of the chosen record. */
  readonly number: Signal<number> = signal(0);
  readonly filter: Signal<Verdict | "all"> = signal("all");
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** Reachability of the shown position; null until it is checked. */
  readonly reachability: Signal<CheckResponse | null> = signal(null);
  readonly shown: ReadonlySignal<readonly JudgedRecord[]>;
  /** Records per verdict, including those beyond the table limit. */
  readonly counts: Signal<VerdictCounts> = signal(NONE);
  private files: readonly JudgedFile[] = [];
  /** Aborts the running judgement when a new one starts. */
  private running = new AbortController();

  constructor(private readonly client: Client) {
    this.shown = computed(() =>
      this.records.value.filter((each) => this.filter.value === "all" || each.verdict === this.filter.value),
    );
  }

  /** Judges every record of these files, which the server unpacks; disagreements are sorted first. */
  async judge(files: readonly NamedBlob[]): Promise<void> {
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    this.busy.value = true;
    this.fault.value = null;
    try {
      const records: JudgedRecord[] = [];
      const counts = { ...NONE };
      const judgedFiles: JudgedFile[] = [];
      let count = 0;
      for (const file of files) {
        const reading = this.readingOptions(file);
        const result = await this.judgeFile(file, reading, count, MAX_ROWS - records.length, signal);
        if (signal.aborted) return;
        judgedFiles.push({ file, before: count, reading });
        for (const each of result.records) records.push(each);
        for (const verdict of VERDICTS) counts[verdict] += result.counts[verdict];
        count += result.count;
      }
      const rank = ({ verdict }: JudgedRecord): number => VERDICTS.indexOf(verdict);
      records.sort((a, b) => rank(a) - rank(b) || a.number - b.number);
      this.files = judgedFiles;
      batch(() => {
        this.records.value = records;
        this.count.value = count;
        this.counts.value = counts;
        this.filter.value = "all";
        this.choose(records[0] ?? null);
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!signal.aborted) this.fault.value = error.fault;
    } finally {
      if (!signal.aborted) this.busy.value = false;
    }
  }

  choose(record: JudgedRecord | null): void {
    batch(() => {
      this.chosen.value = record;
      // Up to the move that the verdict is about.
      this.show(
        record
          ? record.verdict === "illegal"
            ? playableMoves(record)
            : record.at || playableMoves(record)
          : 0,
      );
    });
  }

  show(number: number): void {
    const record = this.chosen.value;
    if (!record) return;
    batch(() => {
      this.number.value = Math.min(Math.max(number, 0), playableMoves(record));
      this.reachability.value = null;
    });
  }

  /** Clears all records. */
  close(): void {
    this.running.abort();
    this.files = [];
    batch(() => {
      this.busy.value = false;
      this.records.value = [];
      this.choose(null);
    });
  }

  /** The shown position, to be opened on another screen. */
  position(): Position | null {
    const record = this.chosen.value;
    return record && recordPosition(record, this.number.value);
  }

  /** Imports the chosen record with its variations and comments; null if that is not possible. */
  async importChosen(): Promise<GameState | null> {
    const record = this.chosen.value;
    const position = this.position();
    // The witness of a position comes from no file.
    if (!record || !position || !this.records.value.includes(record)) return null;
    const file = this.files.findLast(({ before }) => before < record.number);
    if (!file) return null;
    try {
      const { most: _, ...reading } = file.reading;
      const number = record.number - file.before;
      const response = await this.client.import(file.file, { ...reading, game: number });
      const game = gameFromRecord(response.game);
      const at = firstLine(game.tree, position.moves.length);
      const isSame = formatLink(positionOf(game, at)) === formatLink(position);
      return isSame ? { ...game, tree: visit(game.tree, at), at } : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    }
  }

  /** Asks the server whether the shown position is reachable by legal moves. */
  async checkReachable(): Promise<void> {
    const record = this.chosen.value;
    if (!record) return;
    const { rule, area, stones } = recordView(record, this.number.value);
    const bare = stones.map(({ x, y, color }) => ({ x, y, color }));
    try {
      this.fault.value = null;
      this.reachability.value = await this.client.check({ rule, area, stones: bare });
    } catch (error) {
      this.fault.value = asApiError(error).fault;
    }
  }

  /** Shows the witness game, a legal move order to the position, from its first move. */
  showWitness(): void {
    const record = this.chosen.value;
    const answer = this.reachability.value;
    if (!record || answer?.answer !== "yes") return;
    batch(() => {
      this.chosen.value = witnessRecord(record, answer.moves);
      this.show(1);
    });
  }

  private readingOptions({ name }: NamedBlob): ReadingOptions {
    const { rule, side } = this.defaults.value;
    return { rule, most: PAGE_SIZE, ...(name && { name }), ...(side > 0 && { size: `${side}x${side}` }) };
  }

  /** Judges one file: counts all its records and returns at most `limit` of them. */
  private async judgeFile(
    file: NamedBlob,
    reading: ReadingOptions,
    before: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<FileResult> {
    const { name = "" } = file;
    const first = await this.client.judge(file, reading);
    const records = judgedRecords(first, name, before).slice(0, limit);
    const { count } = first;
    while (records.length < Math.min(count, limit)) {
      const skip = records.length;
      const nextPage = () => this.client.judge(file, { ...reading, skip });
      const page = await retry(nextPage, { signal, onRetry: () => undefined });
      if (page.games.length === 0) break;
      for (const each of judgedRecords(page, name, before + skip).slice(0, limit - skip)) records.push(each);
    }
    return { records, count, counts: verdictCounts(first.tallies) };
  }
}
