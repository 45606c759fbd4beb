import { batch, type Signal, signal } from "@preact/signals";
import { ApiError, type Client } from "../api/client";
import type { Fault, ImportResponse, Position } from "../api/types";
import { type ImportResult, type ImportSource, importGame, lossTexts } from "./importGame";

/** Brings records in: reads them, lets the person choose among several, says what was left out. */
export class ImportController {
  readonly text: Signal<string> = signal("");
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** A file with several games, one of which is to be chosen. */
  readonly choices: Signal<ImportResponse | null> = signal(null);
  /** What of the game that was opened is not in it. */
  readonly losses: Signal<readonly string[]> = signal([]);
  private source: ImportSource = "";

  constructor(
    private readonly client: Client,
    /** The board that stands there, for records that do not say which. */
    private readonly board: () => Pick<Position, "rule" | "area">,
    /** Puts the game on the board; what is wrong with it, if it cannot. */
    private readonly onOpen: (arrival: ImportResult) => Promise<Fault | null>,
  ) {}

  /** Whether there is something that the person has to see. */
  get needsAttention(): boolean {
    return this.fault.value !== null || this.choices.value !== null || this.losses.value.length > 0;
  }

  /** Begins anew. */
  clear(): void {
    batch(() => {
      this.text.value = "";
      this.reset();
    });
  }

  /** Reads a text or a file. One game is opened at once. Says whether one was. */
  async read(source: ImportSource): Promise<boolean> {
    this.source = source;
    batch(() => {
      this.reset();
      this.text.value = typeof source === "string" ? source : "";
    });
    return this.open();
  }

  /** Opens a game of a file with several, by its number from 1. */
  async choose(number: number): Promise<boolean> {
    return this.open(number);
  }

  private async open(game?: number): Promise<boolean> {
    this.busy.value = true;
    this.fault.value = null;
    try {
      const arrival = await importGame(this.client, this.source, this.board(), game);
      const { file } = arrival;
      if (file && file.count > 1 && game === undefined) {
        this.choices.value = file;
        return false;
      }
      this.fault.value = await this.onOpen(arrival);
      if (this.fault.value) return false;
      batch(() => {
        this.reset();
        this.losses.value = file ? lossTexts(file.game) : [];
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.fault.value = error.fault;
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  private reset(): void {
    this.fault.value = null;
    this.choices.value = null;
    this.losses.value = [];
  }
}
