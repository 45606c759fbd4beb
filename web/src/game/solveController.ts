import { batch, type Signal, signal } from "@preact/signals";
import { announce } from "../announce";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, Position, Solution, SolveProgress, SolveTask } from "../api/types";
import type { Area, Point } from "../board/point";
import { t } from "../i18n/t";
import { formatLink } from "./link";
import { childrenOf, lineEnd, type Proof, proofOf, proofPath, replyAt } from "./proof";
import { moveText } from "./proofText";
import type { GameSession } from "./session";

export type SolveKind = Exclude<SolveTask["kind"], "lost">;
const SOLVE_KINDS: readonly SolveKind[] = ["fours", "threats", "quiet", "plies", "nogo", "reach"];

/** Kinds of questions available for a position. */
export const kindsFor = ({ rule, area }: Position): readonly SolveKind[] =>
  SOLVE_KINDS.filter((kind) => {
    if (kind === "nogo") return rule === "nogo";
    if (kind === "reach") return true;
    return rule !== "nogo" && (kind !== "plies" || area === null);
  });

/** Options of a search: kind, number of plies, seconds. */
export interface SolveOptions {
  readonly kind: SolveKind;
  readonly plies: number;
  readonly seconds: number;
}

/** Controller of the solve screen: search, solution and the current node of the proof. */
export class SolveController {
  /** Options of the next search. */
  readonly options: Signal<SolveOptions> = signal({ kind: "fours", plies: 3, seconds: 5 });
  readonly busy: Signal<boolean> = signal(false);
  readonly progress: Signal<SolveProgress | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  readonly found: Signal<{ readonly kind: SolveKind; readonly solution: Solution } | null> = signal(null);
  readonly proof: Signal<Proof | null> = signal(null);
  /** Current node of the proof; null before its first move. */
  readonly step: Signal<number | null> = signal(null);
  /** Whether the witness game is being stepped through. */
  readonly witness: Signal<boolean> = signal(false);
  private solvedPosition: Position | null = null;
  /** Tree node of the solved position. */
  private start = 0;
  private readonly nodeIds = new Map<number, number>();
  private job: Job<Solution> | null = null;

  constructor(
    private readonly client: Client,
    readonly session: GameSession,
  ) {}

  /** The chosen kind, or the first one available. */
  get kind(): SolveKind {
    const kinds = kindsFor(this.session.position.value);
    return kinds.includes(this.options.value.kind) ? this.options.value.kind : kinds[0]!;
  }

  /** Starts the search. */
  async solve(): Promise<void> {
    this.clear();
    const { kind } = this;
    const { plies, seconds } = this.options.value;
    const task: SolveTask = kind === "plies" ? { kind, plies } : { kind };
    this.start = this.session.at.value;
    this.solvedPosition = this.session.position.value;
    const onUpdate = (progress: SolveProgress): void => {
      this.progress.value = progress;
      this.fault.value = null;
    };
    const onRetry = ({ fault }: ApiError): void => {
      this.fault.value = fault;
    };
    const request = { position: this.session.position.value, ask: task, time_ms: seconds * 1000 };
    const job = this.client.solve(request, { onUpdate, onRetry });
    this.job = job;
    this.busy.value = true;
    try {
      const solution = await job.result;
      if (this.job !== job) return;
      batch(() => {
        this.fault.value = null;
        this.found.value = { kind, solution };
        this.proof.value = proofOf(solution);
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.job === job && !error.isStopped) this.fault.value = error.fault;
    } finally {
      if (this.job === job) this.busy.value = false;
    }
  }

  /** Ends the search early; the solution is what is known so far. */
  finish(): void {
    this.job?.finish();
  }

  /** Aborts the search and clears the solution. */
  clear(): void {
    const { job } = this;
    this.job = null;
    job?.stop();
    this.nodeIds.clear();
    batch(() => {
      this.busy.value = false;
      this.progress.value = null;
      this.fault.value = null;
      this.found.value = null;
      this.proof.value = null;
      this.step.value = null;
      this.witness.value = false;
    });
  }

  /** Whether the shown position is the solved one. */
  get isAtSolvedPosition(): boolean {
    return (
      this.solvedPosition !== null &&
      formatLink(this.solvedPosition) === formatLink(this.session.position.value)
    );
  }

  /** Lines that show why the position is unreachable. */
  get shownLines(): readonly (readonly Point[])[] {
    const reason = this.isAtSolvedPosition ? this.found.value?.solution.reach?.reason : null;
    return reason?.lines.map((line) => line.points) ?? [];
  }

  /** Toggles between the witness game, from the empty board, and the position. */
  async showWitness(): Promise<void> {
    const moves = this.found.value?.solution.reach?.moves;
    const { solvedPosition, session } = this;
    if (!moves || !solvedPosition) return;
    const { rule, area } = solvedPosition;
    const back = this.witness.value;
    if (
      !(await session.open(
        back ? solvedPosition : { rule, area, moves: moves.map(({ x, y }) => ({ x, y })) },
      ))
    )
      return;
    this.witness.value = !back;
    if (!back) await session.toEnd(-1);
  }

  /** Goes to the start or the end of the proof, or of the shown game. */
  async toEnd(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return this.session.toEnd(by);
    await this.go(by < 0 ? null : lineEnd(proof, this.step.value));
  }

  /** Switches to a sibling reply. */
  async switchVariation(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    const { value: step } = this.step;
    if (!proof || step === null) return this.session.switchVariation(by);
    const beside = childrenOf(proof, proof.nodes[step]!.parent);
    await this.go(beside[(beside.indexOf(step) + by + beside.length) % beside.length] ?? step);
  }

  /**
   * Goes to a node of the proof; null is before its first move. `elsewhere` is the point for "anywhere
   * else".
   */
  async go(to: number | null, elsewhere?: Point): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return;
    this.step.value = to;
    let node = this.start;
    for (const id of proofPath(proof, to)) {
      const known = this.nodeIds.get(id);
      if (known !== undefined && !(id === to && elsewhere)) {
        node = known;
        continue;
      }
      const point = proof.nodes[id]!.point ?? elsewhere ?? this.otherPoint(proof, id);
      node = this.session.addLine(node, [point])[0]!;
      this.nodeIds.set(id, node);
      // Nodes below another "anywhere else" are invalid now.
      if (elsewhere)
        for (const [other] of this.nodeIds)
          if (proofPath(proof, other).includes(id) && other !== id) this.nodeIds.delete(other);
    }
    await this.session.go(node);
    const shown = to === null ? null : proof.nodes[to];
    if (shown?.point)
      announce(
        [
          t("board.moved", { color: t(`color.${shown.color}`), point: shown.point.name }),
          moveText(proof, shown),
        ]
          .filter(Boolean)
          .join(t("proof.then")),
      );
  }

  /** Steps forward along the first reply, or back. */
  async walk(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return this.session.walk(by);
    const { value: step } = this.step;
    if (by < 0) return this.go(step === null ? null : (proof.nodes[step]?.parent ?? null));
    const [next] = childrenOf(proof, step);
    if (next !== undefined) await this.go(next);
  }

  /** A stone selects a reply of the proof, or leaves it with a move of its own. */
  async place(point: Point): Promise<"proof" | "left" | "refused"> {
    const proof = this.proof.value;
    const id = proof && replyAt(proof, this.step.value, point);
    const occupied = this.session.view.value?.stones.some(({ x, y }) => x === point.x && y === point.y);
    if (proof && id !== null && !occupied) {
      await this.go(id, proof.nodes[id]!.point ? undefined : point);
      return "proof";
    }
    if (!(await this.session.place(point))) return "refused";
    this.clear();
    return "left";
  }

  /** A free point that is no listed reply. */
  private otherPoint(proof: Proof, id: number): Point {
    const view = this.session.view.value!;
    const named = childrenOf(proof, proof.nodes[id]!.parent).flatMap(
      (each) => proof.nodes[each]!.point ?? [],
    );
    const later = proof.nodes.flatMap(({ point }) => point ?? []);
    return farPoint(view.area, [...view.stones, ...named, ...later]);
  }
}

/** The free point farthest from all others; on an infinite board, one well outside. */
export function farPoint(area: Area, points: readonly Point[]): Point {
  if (!area) {
    const right = Math.max(0, ...points.map(({ x }) => x));
    return { x: right + 8, y: points[0]?.y ?? 0 };
  }
  const distance = (at: Point): number =>
    Math.min(99, ...points.map(({ x, y }) => Math.max(Math.abs(x - at.x), Math.abs(y - at.y))));
  let best = { x: 0, y: 0 };
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) if (distance({ x, y }) > distance(best)) best = { x, y };
  return best;
}
