import type { Signal } from "@preact/signals";
import { type Client, Refusal } from "../api/client";
import { patiently } from "../api/retry";
import type { Fault, Position, View } from "../api/types";
import { linkOf } from "./link";

const MOST_VIEWS = 2000;

/** What the server says about positions; what it said once is not asked again. */
export class Views {
  private readonly seen = new Map<string, View>();

  constructor(
    private readonly client: Client,
    private readonly fault: Signal<Fault | null>,
  ) {}

  /** Asks until there is an answer or nobody wants it any more. Null if there is no such position. */
  async ask(position: Position, signal: AbortSignal): Promise<View | null> {
    const link = linkOf(position);
    const known = this.seen.get(link);
    if (known) return known;
    const waiting = ({ fault }: Refusal): void => {
      this.fault.value = fault;
    };
    try {
      const view = await patiently(() => this.client.view(position), { signal, waiting });
      if (signal.aborted) return null;
      if (this.seen.size > MOST_VIEWS) this.seen.clear();
      this.seen.set(link, view);
      this.fault.value = null;
      return view;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!signal.aborted) this.fault.value = error.fault;
      return null;
    }
  }
}
