import { batch, type Signal, signal } from "@preact/signals";
import { asApiError, type Client } from "../api/client";
import type { Fault, ImportResponse, Position } from "../api/types";
import { type ImportResult, type ImportSource, importGame, lossTexts } from "./importGame";

/** Controller of imports: parses a source, offers a choice of games, reports losses. */
export class ImportController {
  readonly text: Signal<string> = signal("");
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** A file with several games, to choose one from. */
  readonly choices: Signal<ImportResponse | null> = signal(null);
  /** Localized losses of the opened game. */
  readonly losses: Signal<readonly string[]> = signal([]);
  private source: ImportSource = "";

  constructor(
    private readonly client: Client,
    /** Current rule and board, for records that do not state them. */
    private readonly board: () => Pick<Position, "rule" | "area">,
    /** Opens the game; returns an error if that fails. */
    private readonly onOpen: (result: ImportResult) => Promise<Fault | null>,
  ) {}

  /** Whether the sheet must stay open: an error, a choice or losses. */
  get needsAttention(): boolean {
    return this.fault.value !== null || this.choices.value !== null || this.losses.value.length > 0;
  }

  /** Resets the form. */
  clear(): void {
    batch(() => {
      this.text.value = "";
      this.reset();
    });
  }

  /** Reads a text or a file. A single game is opened at once; returns whether one was. */
  async read(source: ImportSource): Promise<boolean> {
    this.source = source;
    batch(() => {
      this.reset();
      this.text.value = typeof source === "string" ? source : "";
    });
    return this.open();
  }

  /** Opens a game of the file by its number, from 1. */
  async choose(number: number): Promise<boolean> {
    return this.open(number);
  }

  private async open(game?: number): Promise<boolean> {
    this.busy.value = true;
    this.fault.value = null;
    try {
      const result = await importGame(this.client, this.source, this.board(), game);
      const { file } = result;
      if (file && file.count > 1 && game === undefined) {
        this.choices.value = file;
        return false;
      }
      this.fault.value = await this.onOpen(result);
      if (this.fault.value) return false;
      batch(() => {
        this.reset();
        this.losses.value = file ? lossTexts(file.game) : [];
      });
      return true;
    } catch (error) {
      this.fault.value = asApiError(error).fault;
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
