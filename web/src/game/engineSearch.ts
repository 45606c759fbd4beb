import { batch, type Signal, signal } from "@preact/signals";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, Thought, ThoughtRequest } from "../api/types";

/** Purpose of a search: the engine's own move, a hint, or analysis until it is stopped. */
export type SearchPurpose = "reply" | "hint" | "analysis";

/** Client-side state of the engine search, one at a time. */
export class EngineSearch {
  readonly busy: Signal<SearchPurpose | null> = signal(null);
  readonly thought: Signal<Thought | null> = signal(null);
  private job: Job<Thought> | null = null;
  /** Generation counter: updates of an older search are dropped. */
  private currentGeneration = 0;

  constructor(
    private readonly client: Client,
    private readonly fault: Signal<Fault | null>,
  ) {}

  /** Searches to the end, passing on each thought. Null if it was stopped or failed. */
  async think(
    purpose: SearchPurpose,
    request: ThoughtRequest,
    onUpdate: (thought: Thought) => void = () => undefined,
  ): Promise<Thought | null> {
    this.stop();
    const generation = this.currentGeneration;
    const isCurrent = (): boolean => this.currentGeneration === generation;
    const job = this.client.think(request, {
      onUpdate: (thought) => {
        if (!isCurrent()) return;
        this.fault.value = null;
        this.thought.value = thought;
        onUpdate(thought);
      },
      onRetry: ({ fault }) => {
        if (isCurrent()) this.fault.value = fault;
      },
    });
    this.job = job;
    batch(() => {
      this.busy.value = purpose;
      this.fault.value = null;
    });
    try {
      const thought = await job.result;
      if (!isCurrent()) return null;
      this.thought.value = thought;
      onUpdate(thought);
      return thought;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isCurrent() && !error.isStopped) this.fault.value = error.fault;
      return null;
    } finally {
      if (isCurrent()) {
        this.job = null;
        this.busy.value = null;
      }
    }
  }

  /** Ends the search early; its result is the last thought. */
  finish(): void {
    this.job?.finish();
  }

  /** Aborts the search on the server and keeps the last thought. */
  halt(): void {
    const { job } = this;
    this.currentGeneration++;
    this.job = null;
    job?.stop();
    this.busy.value = null;
  }

  /** Aborts the search and clears the thought. */
  stop(): void {
    batch(() => {
      this.halt();
      this.thought.value = null;
    });
  }
}
