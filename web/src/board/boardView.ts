import type { Area, Color, Point } from "./point";

/** View model of the board. It has no rules: legal points and winning lines come with it. */
export interface BoardView {
  readonly area: Area;
  /** Color of the stone that follows the pointer; null if no stone may be placed. */
  readonly turn: Color | null;
  readonly stones: readonly BoardStone[];
  readonly last: Point | null;
  /** Points that the side to move may not play, with the shape that states why. */
  readonly forbidden: readonly ForbiddenPoint[];
  /** Winning lines, drawn and numbered. */
  readonly lines: readonly (readonly Point[])[];
  readonly marks: readonly PointMark[];
  readonly heat: readonly PointHeat[];
  /** A stone that was placed and is not yet acknowledged by the server. */
  readonly pending: BoardStone | null;
  /** Empty points by who may play there: shown instead of the forbidden points. */
  readonly owned?: readonly OwnedPoint[];
  /** Stones of a line that is previewed, numbered; they are drawn as ghosts. */
  readonly preview?: readonly BoardStone[];
}

export interface BoardStone extends Point {
  readonly color: Color;
  readonly number?: number | null;
}

/** 3 for a double three, 4 for a double four, 6 for an overline, x for any other reason. */
export type ForbiddenShape = "3" | "4" | "6" | "x";

export interface ForbiddenPoint extends Point {
  readonly shape: ForbiddenShape;
  /** Lines shown while the point is hovered. */
  readonly lines: readonly (readonly Point[])[];
}

/** An empty point, and which sides may play there. */
export interface OwnedPoint extends Point {
  readonly owner: Color | "both" | "nobody";
}

export interface PointMark extends Point {
  readonly text: string;
  readonly tone: "hint" | "good" | "bad" | "threat" | "plain";
}

/** Share of the search spent on a point, from 0 to 1. */
export interface PointHeat extends Point {
  readonly value: number;
}

/** Display options of the board. */
export interface BoardOptions {
  readonly numbers: boolean;
  readonly coordinates: boolean;
  readonly flipped: boolean;
}
