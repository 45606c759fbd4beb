import { batch, type Signal, signal } from "@preact/signals";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, Thought, ThoughtRequest } from "../api/types";

/** What the engine thinks for: its own move, a hint, or as long as the person looks at the position. */
export type SearchPurpose = "reply" | "hint" | "analysis";

/** The engine as the page knows it: one thought at a time. */
export class EngineSearch {
  readonly busy: Signal<SearchPurpose | null> = signal(null);
  readonly thought: Signal<Thought | null> = signal(null);
  private job: Job<Thought> | null = null;
  /** Counts thoughts, so that a late word of an old one is not taken for a new one. */
  private count = 0;

  constructor(
    private readonly client: Client,
    private readonly fault: Signal<Fault | null>,
  ) {}

  /** Thinks until the end, telling each thought. Null if it was stopped or could not be. */
  async think(
    purpose: SearchPurpose,
    request: ThoughtRequest,
    onUpdate: (thought: Thought) => void = () => undefined,
  ): Promise<Thought | null> {
    this.stop();
    const mine = this.count;
    const isMine = (): boolean => this.count === mine;
    const job = this.client.think(request, {
      onUpdate: (thought) => {
        if (!isMine()) return;
        this.fault.value = null;
        this.thought.value = thought;
        onUpdate(thought);
      },
      onRetry: ({ fault }) => {
        if (isMine()) this.fault.value = fault;
      },
    });
    this.job = job;
    batch(() => {
      this.busy.value = purpose;
      this.fault.value = null;
    });
    try {
      const thought = await job.result;
      if (!isMine()) return null;
      this.thought.value = thought;
      onUpdate(thought);
      return thought;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isMine() && error.code !== "stopped") this.fault.value = error.fault;
      return null;
    } finally {
      if (isMine()) {
        this.job = null;
        this.busy.value = null;
      }
    }
  }

  /** Ends the thought: its result is what is thought so far. */
  finish(): void {
    this.job?.finish();
  }

  /** Ends the search at once, also at the server. What was thought so far stays as it is. */
  halt(): void {
    const { job } = this;
    this.count++;
    this.job = null;
    job?.stop();
    this.busy.value = null;
  }

  /** Ends the search and forgets the thought. */
  stop(): void {
    batch(() => {
      this.halt();
      this.thought.value = null;
    });
  }
}
