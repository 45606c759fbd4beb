import { batch, type Signal, signal } from "@preact/signals";
import { tell } from "../announce";
import { type Client, type Going, Refusal } from "../api/client";
import type { Fault, Position, Progress, Solution, Way } from "../api/types";
import type { Area, Point } from "../board/point";
import { say } from "../i18n/t";
import { linkOf } from "./link";
import { endOf, followed, nextOf, type Proof, proofOf, wayTo } from "./proof";
import { sentenceOf } from "./proofText";
import type { Session } from "./session";

export type Kind = Exclude<Way["kind"], "lost">;
export const KINDS: readonly Kind[] = ["fours", "threats", "plies", "reach", "nogo"];

/** The questions that can be asked about a position. */
export const kindsFor = ({ rule, area }: Position): readonly Kind[] =>
  KINDS.filter((kind) => {
    if (kind === "nogo") return rule === "nogo";
    if (kind === "reach") return true;
    return rule !== "nogo" && (kind !== "plies" || area === null);
  });

/** A question as it is chosen: its kind, how many moves, how many seconds. */
export interface Wish {
  readonly kind: Kind;
  readonly plies: number;
  readonly seconds: number;
}

/** A question, its answer, and where one is in the proof. */
export class Solver {
  /** What is going to be asked. */
  readonly wish: Signal<Wish> = signal({ kind: "fours", plies: 3, seconds: 5 });
  readonly busy: Signal<boolean> = signal(false);
  readonly progress: Signal<Progress | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  readonly found: Signal<{ readonly kind: Kind; readonly solution: Solution } | null> = signal(null);
  readonly proof: Signal<Proof | null> = signal(null);
  /** The node of the proof that is shown; null before its first move. */
  readonly step: Signal<number | null> = signal(null);
  /** The game that leads to the position, if it is being stepped through. */
  readonly witness: Signal<boolean> = signal(false);
  private asked: Position | null = null;
  /** The node of the game that was asked about, and those of the proof. */
  private start = 0;
  private readonly laid = new Map<number, number>();
  private going: Going<Solution> | null = null;

  constructor(
    private readonly client: Client,
    readonly session: Session,
  ) {}

  /** The kind that is wished, or the first that can be asked about this position. */
  get kind(): Kind {
    const kinds = kindsFor(this.session.position.value);
    return kinds.includes(this.wish.value.kind) ? this.wish.value.kind : kinds[0]!;
  }

  /** Asks what is wished. */
  async ask(): Promise<void> {
    this.clear();
    const { kind } = this;
    const { plies, seconds } = this.wish.value;
    const way: Way = kind === "plies" ? { kind, plies } : { kind };
    this.start = this.session.at.value;
    this.asked = this.session.position.value;
    const hear = (progress: Progress): void => {
      this.progress.value = progress;
      this.fault.value = null;
    };
    const waiting = ({ fault }: Refusal): void => {
      this.fault.value = fault;
    };
    const question = { position: this.session.position.value, ask: way, time_ms: seconds * 1000 };
    const going = this.client.solve(question, { hear, waiting });
    this.going = going;
    this.busy.value = true;
    try {
      const solution = await going.result;
      if (this.going !== going) return;
      batch(() => {
        this.fault.value = null;
        this.found.value = { kind, solution };
        this.proof.value = proofOf(solution);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.going === going && error.code !== "stopped") this.fault.value = error.fault;
    } finally {
      if (this.going === going) this.busy.value = false;
    }
  }

  /** Ends the search: what is known so far is the answer. */
  enough(): void {
    this.going?.enough();
  }

  /** Forgets question and answer. */
  clear(): void {
    const { going } = this;
    this.going = null;
    going?.stop();
    this.laid.clear();
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

  /** Whether one is at the position that was asked about. */
  get isAsked(): boolean {
    return this.asked !== null && linkOf(this.asked) === linkOf(this.session.position.value);
  }

  /** Lines that show why a position cannot be. */
  get shownLines(): readonly (readonly Point[])[] {
    const reason = this.isAsked ? this.found.value?.solution.reach?.reason : null;
    return reason?.lines.map((line) => line.points) ?? [];
  }

  /** Shows the game that leads to the position, from the empty board; or the position again. */
  async showWitness(): Promise<void> {
    const moves = this.found.value?.solution.reach?.moves;
    const { asked, session } = this;
    if (!moves || !asked) return;
    const { rule, area } = asked;
    const back = this.witness.value;
    if (!(await session.open(back ? asked : { rule, area, moves: moves.map(({ x, y }) => ({ x, y })) })))
      return;
    this.witness.value = !back;
    if (!back) await session.toEnd(-1);
  }

  /** To the start or the end of the proof, or of the game that is shown. */
  async toEnd(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return this.session.toEnd(by);
    await this.go(by < 0 ? null : endOf(proof, this.step.value));
  }

  /** To another reply in place of this one. */
  async vary(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    const { value: step } = this.step;
    if (!proof || step === null) return this.session.vary(by);
    const beside = nextOf(proof, proof.nodes[step]!.parent);
    await this.go(beside[(beside.indexOf(step) + by + beside.length) % beside.length] ?? step);
  }

  /** Goes to a node of the proof, or before its first move. `elsewhere` is the point of "anywhere else". */
  async go(to: number | null, elsewhere?: Point): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return;
    this.step.value = to;
    let node = this.start;
    for (const id of wayTo(proof, to)) {
      const known = this.laid.get(id);
      if (known !== undefined && !(id === to && elsewhere)) {
        node = known;
        continue;
      }
      const point = proof.nodes[id]!.point ?? elsewhere ?? this.somewhere(proof, id);
      node = this.session.lay(node, [point])[0]!;
      this.laid.set(id, node);
      // What follows another "anywhere else" lies elsewhere too.
      if (elsewhere)
        for (const [other] of this.laid)
          if (wayTo(proof, other).includes(id) && other !== id) this.laid.delete(other);
    }
    await this.session.go(node);
    const told = to === null ? null : proof.nodes[to];
    if (told?.point)
      tell(
        [
          say("board.moved", { color: say(`color.${told.color}`), point: told.point.name }),
          sentenceOf(proof, told),
        ]
          .filter(Boolean)
          .join(say("proof.then")),
      );
  }

  /** One step on, the first reply where there are several; or one back. */
  async walk(by: 1 | -1): Promise<void> {
    const proof = this.proof.value;
    if (!proof) return this.session.walk(by);
    const { value: step } = this.step;
    if (by < 0) return this.go(step === null ? null : (proof.nodes[step]?.parent ?? null));
    const [next] = nextOf(proof, step);
    if (next !== undefined) await this.go(next);
  }

  /** A stone on the board: it chooses among the replies of the proof, or is a move of its own. */
  async place(point: Point): Promise<"proof" | "left" | "refused"> {
    const proof = this.proof.value;
    const id = proof && followed(proof, this.step.value, point);
    const taken = this.session.view.value?.stones.some(({ x, y }) => x === point.x && y === point.y);
    if (proof && id !== null && !taken) {
      await this.go(id, proof.nodes[id]!.point ? undefined : point);
      return "proof";
    }
    if (!(await this.session.place(point))) return "refused";
    this.clear();
    return "left";
  }

  /** A free point that is none of the replies, out of the way. */
  private somewhere(proof: Proof, id: number): Point {
    const view = this.session.view.value!;
    const named = nextOf(proof, proof.nodes[id]!.parent).flatMap((each) => proof.nodes[each]!.point ?? []);
    const later = proof.nodes.flatMap(({ point }) => point ?? []);
    return farPoint(view.area, [...view.stones, ...named, ...later]);
  }
}

/** The free point that is farthest from all others; on a board without edges, one well outside. */
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
