import { batch, type Signal, signal } from "@preact/signals";
import { type Client, type Going, Refusal } from "../api/client";
import type { Fault, Thought, ThoughtQuestion } from "../api/types";

/** What the engine thinks for: its own move, a hint, or as long as the person looks at the position. */
export type Purpose = "reply" | "hint" | "analysis";

/** The engine as the page knows it: one thought at a time. */
export class Thinker {
  readonly busy: Signal<Purpose | null> = signal(null);
  readonly thought: Signal<Thought | null> = signal(null);
  private going: Going<Thought> | null = null;
  /** Counts thoughts, so that a late word of an old one is not taken for a new one. */
  private count = 0;

  constructor(
    private readonly client: Client,
    private readonly fault: Signal<Fault | null>,
  ) {}

  /** Thinks until the end, telling each thought. Null if it was stopped or could not be. */
  async think(
    purpose: Purpose,
    question: ThoughtQuestion,
    hear: (thought: Thought) => void = () => undefined,
  ): Promise<Thought | null> {
    this.stop();
    const mine = this.count;
    const isMine = (): boolean => this.count === mine;
    const going = this.client.think(question, {
      hear: (thought) => {
        if (!isMine()) return;
        this.fault.value = null;
        this.thought.value = thought;
        hear(thought);
      },
      waiting: ({ fault }) => {
        if (isMine()) this.fault.value = fault;
      },
    });
    this.going = going;
    batch(() => {
      this.busy.value = purpose;
      this.fault.value = null;
    });
    try {
      const thought = await going.result;
      if (!isMine()) return null;
      this.thought.value = thought;
      hear(thought);
      return thought;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isMine() && error.code !== "stopped") this.fault.value = error.fault;
      return null;
    } finally {
      if (isMine()) {
        this.going = null;
        this.busy.value = null;
      }
    }
  }

  /** Ends the thought: its result is what is thought so far. */
  enough(): void {
    this.going?.enough();
  }

  /** Ends the search at once, also at the server. What was thought so far stays as it is. */
  halt(): void {
    const { going } = this;
    this.count++;
    this.going = null;
    going?.stop();
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
