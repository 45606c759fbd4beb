import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { announce } from "../announce";
import { ApiError, type Client, type Job } from "../api/client";
import type { Fault, GameReview, ReviewedMove, ReviewProgress } from "../api/types";
import { positionOf } from "./gameState";
import { compactReview, isMarked } from "./reviewedMoves";
import { moveReviewText, reviewSummary } from "./reviewText";
import type { GameSession } from "./session";
import { lineThrough, pathTo } from "./variationTree";

/** Controller of the review: makes it, and goes from mistake to mistake. */
export class ReviewController {
  /** How far it is; null if none is being made. */
  readonly progress: Signal<ReviewProgress | null> = signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  /** Nodes of the marked moves, in order. */
  readonly marked: ReadonlySignal<readonly number[]>;
  private job: Job<GameReview> | null = null;

  constructor(
    private readonly client: Client,
    private readonly session: GameSession,
  ) {
    this.marked = computed(() =>
      [...session.reviewedMoves.value].flatMap(([node, move]) => (isMarked(move) ? [node] : [])),
    );
  }

  /** Reviews the line through the current node. */
  async run(): Promise<void> {
    this.stop();
    const { session } = this;
    const key = session.key.value;
    const end = lineThrough(session.tree.value, session.at.value).at(-1)!;
    const job = this.client.review(
      { game: positionOf(session.state(), end) },
      {
        onUpdate: (progress) => {
          if (this.job === job) this.progress.value = progress;
        },
      },
    );
    this.job = job;
    this.progress.value = { done: 0, total: pathTo(session.tree.value, end).length };
    try {
      const review = await job.result;
      if (this.job !== job || session.key.value !== key) return;
      session.review.value = compactReview(review);
      session.touched.value = true;
      announce(reviewSummary(review));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.job === job && !error.isStopped) this.fault.value = error.fault;
    } finally {
      if (this.job === job) {
        this.job = null;
        this.progress.value = null;
      }
    }
  }

  stop(): void {
    const { job } = this;
    this.job = null;
    job?.stop();
    this.progress.value = null;
    this.fault.value = null;
  }

  /** The reviewed move that led to the current node. */
  get current(): ReviewedMove | null {
    return this.session.reviewedMoves.value.get(this.session.at.value) ?? null;
  }

  /** Whether the line through the current node is the reviewed one, as far as the current node. */
  get isOnLine(): boolean {
    const { tree, at, reviewedMoves } = this.session;
    return pathTo(tree.value, at.value).every((id, index) => index === 0 || reviewedMoves.value.has(id));
  }

  /** Whether every move of the line through the current node is reviewed. */
  get isComplete(): boolean {
    const { tree, at, reviewedMoves } = this.session;
    const [, ...moves] = lineThrough(tree.value, at.value);
    return moves.length > 0 && moves.every((id) => reviewedMoves.value.has(id));
  }

  /** The next or previous marked move, seen from the current node; null if there is none. */
  neighbor(by: 1 | -1): number | null {
    const { tree, at } = this.session;
    const depth = (id: number): number => pathTo(tree.value, id).length;
    // Beside the reviewed line, it counts from where that was left.
    const onLine = pathTo(tree.value, at.value).filter(
      (id, index) => index === 0 || this.session.reviewedMoves.value.has(id),
    );
    const strays = onLine.at(-1) !== at.value;
    // A variation stands in for the reviewed move that it departs from: that one is the previous.
    const here = onLine.length + (strays ? 1 : 0);
    const isBefore = (id: number): boolean => depth(id) < here || (strays && depth(id) === here);
    return by > 0
      ? (this.marked.value.find((id) => depth(id) > here) ?? null)
      : (this.marked.value.findLast(isBefore) ?? null);
  }

  /** Goes to the next or previous marked move. */
  async goToMistake(by: 1 | -1): Promise<void> {
    const to = this.neighbor(by);
    if (to === null) return;
    await this.session.go(to);
    const move = this.current;
    if (move) announce(moveReviewText(move));
  }

  /** Shows the better move of the current one on the board, with its line as a variation to step through. */
  async showBetter(): Promise<void> {
    const { session } = this;
    const move = this.current;
    const parent = session.tree.value[session.at.value]?.parent ?? null;
    if (!move || parent === null || move.line.length === 0) return;
    session.touched.value = true;
    const [first] = session.addLine(parent, move.line);
    if (first !== undefined) await session.go(first);
  }
}
