import { batch, type Signal, signal } from "@preact/signals";
import { type Client, Refusal } from "../api/client";
import type { Fault, Imported, Position } from "../api/types";
import { type Arrival, imported, lossesOf, type Source } from "./importGame";

/** Brings records in: reads them, lets the person choose among several, says what was left out. */
export class Importer {
  readonly text: Signal<string> = signal("");
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** A file with several games, one of which is to be chosen. */
  readonly several: Signal<Imported | null> = signal(null);
  /** What of the game that was opened is not in it. */
  readonly losses: Signal<readonly string[]> = signal([]);
  private source: Source = "";

  constructor(
    private readonly client: Client,
    /** The board that stands there, for records that do not say which. */
    private readonly board: () => Pick<Position, "rule" | "area">,
    /** Puts the game on the board; what is wrong with it, if it cannot. */
    private readonly put: (arrival: Arrival) => Promise<Fault | null>,
  ) {}

  /** Whether there is something that the person has to see. */
  get waits(): boolean {
    return this.fault.value !== null || this.several.value !== null || this.losses.value.length > 0;
  }

  /** Begins anew. */
  clear(): void {
    batch(() => {
      this.text.value = "";
      this.forget();
    });
  }

  /** Reads a text or a file. One game is opened at once. Says whether one was. */
  async read(source: Source): Promise<boolean> {
    this.source = source;
    batch(() => {
      this.forget();
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
      const arrival = await imported(this.client, this.source, this.board(), game);
      const { file } = arrival;
      if (file && file.count > 1 && game === undefined) {
        this.several.value = file;
        return false;
      }
      this.fault.value = await this.put(arrival);
      if (this.fault.value) return false;
      batch(() => {
        this.forget();
        this.losses.value = file ? lossesOf(file.game) : [];
      });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fault.value = error.fault;
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  private forget(): void {
    this.fault.value = null;
    this.several.value = null;
    this.losses.value = [];
  }
}
