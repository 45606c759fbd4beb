import { batch, effect, type Signal, signal, untracked } from "@preact/signals";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, NamedPoint, Position, PositionView } from "../api/types";
import type { PointMark } from "../board/boardView";
import { type Color, otherColor } from "../board/point";
import { formatLink } from "./link";
import type { GameSession } from "./session";

const SOLVE_TIME = 3000;
const THINK_TIME = 1000;

/** What the side that is not to move would do if it were. */
export interface Threat {
  readonly side: Color;
  /** A proven win; at NoGo the best move, which proves nothing; nothing; or nothing in the time. */
  readonly kind: "wins" | "best" | "none" | "open";
  readonly line: readonly NamedPoint[];
}

interface ThreatSearch {
  readonly job: Job<unknown>;
  readonly threat: Promise<Threat>;
}

/** Searches for the threats of the side that is not to move, by asking about the position with the turn passed. */
export class ThreatController {
  /** Whether threats are shown. */
  readonly enabled: Signal<boolean> = signal(false);
  readonly fault: Signal<Fault | null> = signal(null);
  private readonly found: Signal<{ readonly link: string; readonly threat: Threat | null } | null> =
    signal(null);
  private job: Job<unknown> | null = null;

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {}

  /** The threat in the shown position; null while it is searched for, or if threats are not shown. */
  get threat(): Threat | null {
    return this.isKnown ? (this.found.value?.threat ?? null) : null;
  }

  /** Whether an analysis should wait until the threat of the shown position is known. */
  get isPending(): boolean {
    return this.isPossible && !this.isKnown;
  }

  /** Effect that searches whenever another position is shown and nothing else is searched for. */
  watch(): () => void {
    const stop = effect(() => {
      const isIdle = this.session.engineSearch.busy.value === null;
      const view = this.session.view.value;
      const { isPending } = this;
      untracked(() => {
        this.stop();
        if (isPending && isIdle && view) void this.search(view);
      });
    });
    return () => {
      stop();
      this.stop();
    };
  }

  private get isPossible(): boolean {
    const view = this.session.view.value;
    return this.enabled.value && view !== null && view.ending === null && view.stones.length > 0;
  }

  private get isKnown(): boolean {
    return this.isPossible && this.found.value?.link === formatLink(this.session.position.value);
  }

  private stop(): void {
    this.job?.stop();
    this.job = null;
  }

  private async search(view: PositionView): Promise<void> {
    const link = formatLink(this.session.position.value);
    const position = passed(view);
    const side = otherColor(view.turn);
    const know = (threat: Threat | null, fault: Fault | null = null): void =>
      batch(() => {
        this.found.value = { link, threat };
        this.fault.value = fault;
      });
    const { job, threat } = view.rule === "nogo" ? this.think(position, side) : this.solve(position, side);
    this.job = job;
    try {
      const found = await threat;
      if (this.job !== job) return;
      this.job = null;
      know(found);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.job !== job) return;
      this.job = null;
      know(null, error.isStopped ? null : error.fault);
    }
  }

  /** At NoGo nothing is won at once: the best move of the side. */
  private think(position: Position, side: Color): ThreatSearch {
    const job = this.client.think({ position, level: 10, lines: 1, time_ms: THINK_TIME });
    const threat = job.result.then(({ lines: [best] }): Threat => {
      return { side, kind: best ? "best" : "none", line: best ? [best.point] : [] };
    });
    return { job, threat };
  }

  private solve(position: Position, side: Color): ThreatSearch {
    const job = this.client.solve({ position, ask: { kind: "threats" }, time_ms: SOLVE_TIME });
    const threat = job.result.then(({ winner, answer, line }): Threat => {
      const kind = winner === side ? "wins" : answer === "open" ? "open" : "none";
      return { side, kind, line: kind === "wins" ? line.flatMap(({ point }) => point ?? []) : [] };
    });
    return { job, threat };
  }
}

/** The position with the other side to move, as stones that were set up. */
function passed({ rule, area, stones, turn }: PositionView): Position {
  const plain = stones.map(({ x, y, color }) => ({ x, y, color }));
  return { rule, area: area ?? null, moves: [], setup: { stones: plain, turn: otherColor(turn) } };
}

/** Numbered marks of the moves of a threat; those of the side that threatens have a shape of their own. */
export function threatMarks(threat: Threat | null): PointMark[] {
  return (threat?.line ?? []).map(({ x, y }, index) => ({
    x,
    y,
    text: String(index + 1),
    tone: index % 2 === 0 ? "threat" : "plain",
  }));
}
