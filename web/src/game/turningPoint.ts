import { type Signal, signal } from "@preact/signals";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, Solution } from "../api/types";
import type { GameSession } from "./session";
import { lineThrough, pathTo } from "./variationTree";

const SEARCH_MS = 20_000;

/** Search for the turning point: the last position from which the lost game could be saved. */
export class TurningPoint {
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** The solution, and the line it belongs to. */
  readonly found: Signal<{ readonly solution: Solution; readonly line: readonly number[] } | null> =
    signal(null);
  private job: Job<Solution> | null = null;

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** Searches the line that ends at the current node. */
  async search(): Promise<void> {
    this.stop();
    const line = pathTo(this.session.tree.value, this.session.at.value);
    const { position } = this.session;
    const job = this.client.solve({ position: position.value, ask: { kind: "lost" }, time_ms: SEARCH_MS });
    this.job = job;
    this.busy.value = true;
    try {
      const solution = await job.result;
      if (this.job === job) this.found.value = { solution, line };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.job === job && !error.isStopped) this.fault.value = error.fault;
    } finally {
      if (this.job === job) this.busy.value = false;
    }
  }

  stop(): void {
    const { job } = this;
    this.job = null;
    job?.stop();
    this.busy.value = false;
    this.fault.value = null;
    this.found.value = null;
  }

  /** The node before the losing move; null if unknown. */
  get node(): number | null {
    const found = this.found.value;
    const number = found?.solution.saved?.number;
    return number ? (found.line[number - 1] ?? null) : null;
  }

  /** The end of the searched line. */
  get end(): number | null {
    return this.found.value?.line.at(-1) ?? null;
  }

  /** Whether the current node is the turning point. */
  get isCurrent(): boolean {
    return this.node === this.session.at.value;
  }

  /** Whether the solution belongs to the current line. */
  get isOnCurrentLine(): boolean {
    const found = this.found.value;
    if (!found) return false;
    const line = lineThrough(this.session.tree.value, this.session.at.value);
    return found.line.every((id, index) => line[index] === id);
  }
}
