import { type Signal, signal } from "@preact/signals";
import { type Client, type Going, Refusal } from "../api/client";
import type { Fault, Solution } from "../api/types";
import type { Session } from "./session";
import { lineThrough, pathTo } from "./variationTree";

const TIME = 20_000;

/** Why a game was lost: the last move from which it could still be saved, as the solver finds it. */
export class Autopsy {
  readonly busy: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  /** What was found, and the line that it was found for. */
  readonly found: Signal<{ readonly solution: Solution; readonly line: readonly number[] } | null> =
    signal(null);
  private going: Going<Solution> | null = null;

  constructor(
    private readonly client: Client,
    private readonly session: Session,
  ) {}

  /** Looks for the move that lost the game that ends where one is. */
  async ask(): Promise<void> {
    this.stop();
    const line = pathTo(this.session.tree.value, this.session.at.value);
    const { position } = this.session;
    const going = this.client.solve({ position: position.value, ask: { kind: "lost" }, time_ms: TIME });
    this.going = going;
    this.busy.value = true;
    try {
      const solution = await going.result;
      if (this.going === going) this.found.value = { solution, line };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.going === going && error.code !== "stopped") this.fault.value = error.fault;
    } finally {
      if (this.going === going) this.busy.value = false;
    }
  }

  stop(): void {
    const { going } = this;
    this.going = null;
    going?.stop();
    this.busy.value = false;
    this.fault.value = null;
    this.found.value = null;
  }

  /** The node before the move that lost; null if none is known. */
  get turningPoint(): number | null {
    const found = this.found.value;
    const number = found?.solution.saved?.number;
    return number ? (found.line[number - 1] ?? null) : null;
  }

  /** The end of the game that was looked at. */
  get end(): number | null {
    return this.found.value?.line.at(-1) ?? null;
  }

  /** Whether one is where the game could still be saved. */
  get isTurningPoint(): boolean {
    return this.turningPoint === this.session.at.value;
  }

  /** Whether what was found belongs to the line that is looked at. */
  get isHere(): boolean {
    const found = this.found.value;
    if (!found) return false;
    const line = lineThrough(this.session.tree.value, this.session.at.value);
    return found.line.every((id, index) => line[index] === id);
  }
}
