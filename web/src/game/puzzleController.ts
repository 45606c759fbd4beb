import { batch, type Signal, signal } from "@preact/signals";
import { announce, announceNow } from "../announce";
import { ApiError, type Client } from "../api/client";
import type {
  Fault,
  NamedPoint,
  Position,
  PositionView,
  Puzzle,
  PuzzleKind,
  PuzzleMoveResponse,
  PuzzleRequest,
} from "../api/types";
import type { Color, Point } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import { oneOf, persistedSignal } from "../persistedSignal";
import { puzzleRecord, withResult } from "./puzzleRecord";
import { ViewCache } from "./viewCache";

/** Bands of difficulty; `mine` is near the rating of the player. */
export const PUZZLE_LEVELS = ["mine", "easy", "medium", "hard"] as const;
export type PuzzleLevel = (typeof PUZZLE_LEVELS)[number];
const BANDS: Record<PuzzleLevel, { readonly least?: number; readonly most?: number }> = {
  mine: {},
  easy: { most: 1000 },
  medium: { least: 1001, most: 1200 },
  hard: { least: 1201 },
};
export const PUZZLE_KINDS = ["any", "vcf", "vct", "foul", "defence", "nogo"] as const;
export type PuzzleKindChoice = "any" | PuzzleKind;

/** What the next puzzles are. */
export const puzzleKind = persistedSignal<PuzzleKindChoice>("puzzleKind", "any", oneOf(...PUZZLE_KINDS));
export const puzzleLevel = persistedSignal<PuzzleLevel>("puzzleLevel", "mine", oneOf(...PUZZLE_LEVELS));

/** Stage of a puzzle: a move is awaited, is being checked, was wrong, or was the last one. */
export type PuzzleStage = "loading" | "your" | "checking" | "wrong" | "solved";

export const otherColor = (color: Color): Color => (color === "black" ? "white" : "black");

/** Pause before a reply is placed. */
const REPLY_DELAY = 350;

/** The day of the browser as the API writes it. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Controller of the puzzles screen: the puzzle, the moves that were right, and the answer to the last one. */
export class PuzzleController {
  readonly puzzle: Signal<Puzzle | null> = signal(null);
  readonly isDaily: Signal<boolean> = signal(false);
  /** The moves that are shown; after a wrong one its refutation too. */
  readonly moves: Signal<readonly Point[]> = signal([]);
  readonly view: Signal<PositionView | null> = signal(null);
  readonly stage: Signal<PuzzleStage> = signal("loading");
  /** Answer to the last move of the player, and that move. */
  readonly answer: Signal<{ readonly point: Point; readonly response: PuzzleMoveResponse } | null> =
    signal(null);
  readonly fault: Signal<Fault | null> = signal(null);
  private readonly views: ViewCache;
  /** The right moves, with the replies to them. */
  private right: readonly Point[] = [];
  /** Whether the result of this puzzle was counted. */
  private isCounted = false;
  private run = new AbortController();

  constructor(private readonly client: Client) {
    this.views = new ViewCache(client, this.fault);
  }

  /** The side that solves. */
  get color(): Color {
    return this.puzzle.value?.position.setup?.turn ?? "black";
  }

  /** The position with the moves that are shown. */
  get position(): Position | null {
    const puzzle = this.puzzle.value;
    return puzzle && { ...puzzle.position, moves: [...this.moves.value] };
  }

  /** The next puzzle of the chosen kind and difficulty that was not tried yet. */
  next(): Promise<void> {
    const { rating, tried } = puzzleRecord.value;
    const kind = puzzleKind.value;
    return this.open({
      by: "rating",
      rating: Math.max(0, Math.round(rating)),
      ...BANDS[puzzleLevel.value],
      ...(kind !== "any" && { kind }),
      except: [...tried],
    });
  }

  daily(): Promise<void> {
    return this.open({ by: "date", date: today() });
  }

  /** Opens a puzzle. */
  async open(request: PuzzleRequest): Promise<void> {
    this.run.abort();
    this.run = new AbortController();
    const { signal: aborted } = this.run;
    this.stage.value = "loading";
    try {
      const puzzle = await this.client.puzzle(request);
      if (aborted.aborted) return;
      this.right = [];
      this.isCounted = false;
      batch(() => {
        this.fault.value = null;
        this.puzzle.value = puzzle;
        this.isDaily.value = request.by === "date";
        this.answer.value = null;
      });
      if (await this.show([], aborted)) {
        this.stage.value = "your";
        announce(`${t("puzzle.title", { number: puzzle.number })}. ${this.goal}`);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!aborted.aborted) this.fault.value = error.fault;
    }
  }

  /** What is to be found, in words. */
  get goal(): string {
    const puzzle = this.puzzle.value;
    if (!puzzle) return "";
    const color = t(`color.${this.color}`);
    return t(`puzzle.goal.${puzzle.kind}`, { color, other: t(`color.${otherColor(this.color)}`) });
  }

  /** Tries a move. */
  async place(point: Point): Promise<void> {
    const puzzle = this.puzzle.value;
    if (!puzzle || this.stage.value !== "your") return;
    const { signal: aborted } = this.run;
    const moves = [...this.right, { x: point.x, y: point.y }];
    this.stage.value = "checking";
    try {
      const response = await this.client.puzzleMove({ number: puzzle.number, moves });
      if (aborted.aborted) return;
      await this.show(moves, aborted);
      this.fault.value = null;
      this.answer.value = { point, response };
      await this.settle(response, moves, aborted);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (aborted.aborted) return;
      batch(() => {
        this.fault.value = error.fault.code === "illegal_move" ? null : error.fault;
        this.stage.value = "your";
      });
    }
  }

  private async settle(
    response: PuzzleMoveResponse,
    moves: readonly Point[],
    aborted: AbortSignal,
  ): Promise<void> {
    if (response.verdict === "wrong") {
      this.count(false);
      this.stage.value = "wrong";
      announceNow(this.text);
      await this.show([...moves, ...response.line.map(({ x, y }) => ({ x, y }))], aborted);
      return;
    }
    this.right = moves;
    if (response.verdict === "solved" || !response.reply) {
      this.count(true);
      this.stage.value = "solved";
      announceNow(this.text);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    if (aborted.aborted) return;
    const { x, y } = response.reply;
    this.right = [...moves, { x, y }];
    if (await this.show(this.right, aborted)) this.stage.value = "your";
    announce(this.text);
  }

  /** The answer to the last move, in words. */
  get text(): string {
    const puzzle = this.puzzle.value;
    const answer = this.answer.value;
    if (!puzzle || !answer) return "";
    const { response } = answer;
    const color = t(`color.${otherColor(this.color)}`);
    const point = pointName(puzzle.position.area, answer.point);
    if (response.verdict === "solved") {
      if (response.foul) return t("puzzle.solved.foul", { point: response.foul.point.name });
      return t(puzzle.kind === "defence" ? "puzzle.solved.defence" : "puzzle.solved");
    }
    if (response.verdict === "right") return t("puzzle.right", { color, point: response.reply?.name ?? "" });
    return t(`puzzle.wrong.${response.failure ?? "undecided"}`, {
      point,
      color,
      reply: response.line[0]?.name ?? "",
    });
  }

  /** The moves that refute a wrong one. */
  get refutation(): readonly NamedPoint[] {
    return this.stage.value === "wrong" ? (this.answer.value?.response.line ?? []) : [];
  }

  /** Takes a wrong move back. */
  async retry(): Promise<void> {
    const { signal: aborted } = this.run;
    this.answer.value = null;
    if (await this.show(this.right, aborted)) this.stage.value = "your";
  }

  /** Counts the puzzle as not solved: somebody wants to see the solution. */
  giveUp(): void {
    if (this.stage.value !== "solved") this.count(false);
  }

  stop(): void {
    this.run.abort();
  }

  private count(isSolved: boolean): void {
    const puzzle = this.puzzle.value;
    if (!puzzle || this.isCounted) return;
    this.isCounted = true;
    puzzleRecord.value = withResult(puzzleRecord.value, puzzle, isSolved);
  }

  private async show(moves: readonly Point[], aborted: AbortSignal): Promise<boolean> {
    const puzzle = this.puzzle.value!;
    const view = await this.views.get({ ...puzzle.position, moves: [...moves] }, aborted);
    if (!view || aborted.aborted) return false;
    batch(() => {
      this.moves.value = moves;
      this.view.value = view;
    });
    return true;
  }
}
