import type { Color, Point, Size } from "../board/point";

// The words of the API, as the page uses them.

export type Rule = "freestyle" | "exact" | "renju" | "nogo";

export interface Stone extends Point {
  readonly color: Color;
  readonly number?: number | null;
}

export interface Setup {
  readonly stones: readonly Stone[];
  readonly turn: Color;
}

export interface Position {
  readonly rule: Rule;
  /** Null if the board has no edges. */
  readonly area: Size | null;
  readonly setup?: Setup | null;
  readonly moves: readonly Point[];
}

export interface Line {
  readonly points: readonly Point[];
  readonly shape: string;
  readonly axis: string;
}

export type Foul = "three" | "four" | "six";

export interface View {
  readonly rule: Rule;
  readonly area: Size | null;
  readonly turn: Color;
  readonly stones: readonly Stone[];
  readonly ending: Ending | null;
  readonly forbidden: readonly (Point & { readonly kind: Foul; readonly lines: readonly Line[] })[];
  readonly illegal: readonly (Point & { readonly chokes: Color })[];
  readonly chains: readonly Chain[];
  readonly last: (Point & { readonly name: string }) | null;
  readonly hash: string;
}

export interface Ending {
  readonly winner: Color | null;
  readonly reason: "five" | "no-move" | "full-board";
  readonly lines: readonly Line[];
}

export interface Chain {
  readonly id: number;
  readonly color: Color;
  readonly stones: readonly Point[];
  readonly liberties: readonly Point[];
}

export type Hand =
  | { readonly kind: "scan" }
  | { readonly kind: "random" }
  | { readonly kind: "engine"; readonly level: number };

export interface FilmQuestion {
  readonly size: Size;
  readonly setup?: Setup | null;
  readonly black: Hand;
  readonly white: Hand;
  readonly seed: number;
}

/** A whole game of NoGo, to be watched. */
export interface Film {
  readonly size: Size;
  readonly stones: readonly Stone[];
  readonly chains: readonly Chain[];
  readonly frames: readonly Frame[];
  readonly stuck: Color;
  readonly winner: Color;
  readonly tried: readonly Point[];
}

export interface Frame {
  readonly number: number;
  readonly color: Color;
  /** Empty points that the scan passed over because they were illegal. */
  readonly tried: readonly Point[];
  readonly point: Point;
  /** Where each scanning side will look next, in reading order. */
  readonly pointers: { readonly black?: number | null; readonly white?: number | null };
  /** Chains that are no more because they joined. */
  readonly joined: readonly number[];
  /** The chains that changed, the mover's first. */
  readonly chains: readonly Chain[];
}

export interface Thinking {
  readonly position: Position;
  readonly level: number;
  /** How many of the best moves to tell. */
  readonly lines: number;
}

/** What the engine thinks so far. */
export interface Thought {
  /** The side to move, whose chances are told. */
  readonly turn: Color;
  /** Null at NoGo, where nothing is looked ahead by plies. */
  readonly depth: number | null;
  readonly nodes: number;
  /** The best moves, the best first. */
  readonly lines: readonly Candidate[];
  readonly heat: readonly (Point & { readonly share: number })[];
}

export interface Candidate {
  readonly point: Point;
  readonly value: { readonly kind: "wins" | "loses" | "seems"; readonly plies?: number | null };
  /** The chances of the side that moves, from 0 to 1. */
  readonly chances: number;
  /** How play might go on, this move first. */
  readonly line: readonly Point[];
}

export type SolveKind = "plies" | "vcf" | "vct" | "nogo" | "reach";

export interface Solving {
  readonly position: Position;
  readonly kind: SolveKind;
}

/** What a solver found: a tree of moves, each with the sentence that explains it. */
export interface Solution {
  readonly found: boolean;
  /** One sentence. */
  readonly summary: string;
  readonly steps: readonly SolutionStep[];
}

export interface SolutionStep {
  readonly point: Point;
  readonly color: Color;
  readonly why: string;
}

export interface Judgement {
  readonly number: number;
  readonly position: Position;
  /** Whether what the record says agrees with the rules. */
  readonly verdict: "agrees" | "differs" | "faulty" | "open";
  readonly sentence: string;
  readonly moves: number;
  readonly players: string;
}

/** What went wrong: a stable code, a sentence, and the place. */
export interface Fault {
  readonly code: string;
  readonly message: string;
}
