import type { Area, Color, Point } from "./point";

/** Everything the board draws. It knows no rules: what may be played and what wins is told here. */
export interface BoardView {
  readonly area: Area;
  /** Whose stone follows the pointer; null if none may be placed. */
  readonly turn: Color | null;
  readonly stones: readonly BoardStone[];
  readonly last: Point | null;
  /** Points that the side to move may not play, with the shape that says why. */
  readonly forbidden: readonly ForbiddenPoint[];
  /** Lines that won, drawn and numbered. */
  readonly lines: readonly (readonly Point[])[];
  readonly marks: readonly PointMark[];
  readonly heat: readonly PointHeat[];
  /** A stone on its way: placed by the hand, not yet acknowledged. */
  readonly pending: BoardStone | null;
}

export interface BoardStone extends Point {
  readonly color: Color;
  readonly number?: number | null;
}

/** 3 for a double three, 4 for a double four, 6 for an overline, x for any other reason. */
export type ForbiddenShape = "3" | "4" | "6" | "x";

export interface ForbiddenPoint extends Point {
  readonly shape: ForbiddenShape;
  /** The lines to show while the point is pointed at. */
  readonly lines: readonly (readonly Point[])[];
}

export interface PointMark extends Point {
  readonly text: string;
  readonly tone: "hint" | "good" | "bad" | "plain";
}

/** How much a point is wanted, from 0 to 1. */
export interface PointHeat extends Point {
  readonly value: number;
}

/** How the hand likes its board. */
export interface BoardOptions {
  readonly numbers: boolean;
  readonly coordinates: boolean;
  readonly flipped: boolean;
}
