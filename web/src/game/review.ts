import { type Signal, signal } from "@preact/signals";
import { ApiError, type Client, type Job } from "../api/client";
import type { Thought } from "../api/types";
import { positionOf } from "./gameState";
import type { GameSession } from "./session";
import { lineThrough } from "./variationTree";

/** Search limits per position. */
const EFFORT = { level: 10, lines: 1, time_ms: 300 };

/** Game review: searches every position of the current line at full strength and stores the chances. */
export class Review {
  readonly busy: Signal<boolean> = signal(false);
  private job: Job<Thought> | null = null;
  private currentGeneration = 0;

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  async run(): Promise<void> {
    this.stop();
    const generation = ++this.currentGeneration;
    const { session } = this;
    const key = session.key.value;
    session.engineSearch.stop();
    this.busy.value = true;
    try {
      for (const id of lineThrough(session.tree.value, session.at.value)) {
        if (this.currentGeneration !== generation || session.key.value !== key) return;
        await this.value(id);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.currentGeneration === generation && !error.isStopped) session.fault.value = error.fault;
    } finally {
      if (this.currentGeneration === generation) this.busy.value = false;
    }
  }

  stop(): void {
    this.currentGeneration++;
    this.job?.stop();
    this.job = null;
    this.busy.value = false;
  }

  private async value(id: number): Promise<void> {
    const { session } = this;
    const key = session.key.value;
    const position = positionOf(session.state(), id);
    const { ending } = await this.client.view(position);
    if (ending) {
      const chance = ending.winner === null ? 0.5 : ending.winner === "black" ? 1 : 0;
      session.setChance(id, chance);
      return;
    }
    this.job = this.client.think({ position, ...EFFORT });
    const { turn, chances } = await this.job.result;
    if (chances !== null && session.key.value === key)
      session.setChance(id, turn === "black" ? chances : 1 - chances);
  }
}
