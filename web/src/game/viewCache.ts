import type { Signal } from "@preact/signals";
import { ApiError, type Client } from "../api/client";
import { retry } from "../api/retry";
import type { Fault, Position, PositionView } from "../api/types";
import { formatLink } from "./link";

const MAX_VIEWS = 2000;

/** Cache of the server's views by position. */
export class ViewCache {
  private readonly views = new Map<string, PositionView>();

  constructor(
    private readonly client: Client,
    private readonly fault: Signal<Fault | null>,
  ) {}

  /** Requests a view, with retries until it is aborted. Null if the server rejects the position. */
  async get(position: Position, signal: AbortSignal): Promise<PositionView | null> {
    const link = formatLink(position);
    const known = this.views.get(link);
    if (known) return known;
    const onRetry = ({ fault }: ApiError): void => {
      this.fault.value = fault;
    };
    try {
      const view = await retry(() => this.client.view(position), { signal, onRetry });
      if (signal.aborted) return null;
      if (this.views.size > MAX_VIEWS) this.views.clear();
      this.views.set(link, view);
      this.fault.value = null;
      return view;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!signal.aborted) this.fault.value = error.fault;
      return null;
    }
  }
}
