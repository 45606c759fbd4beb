import type { Palette } from "./boardPalette";
import type { Color, Point } from "./point";

/** How a family of themes draws things, whatever the things are. All places are pixels of the canvas. */
export interface Painter {
  ground(pen: Pen, width: number, height: number): void;
  /** How thick a line of the board is. */
  thin(cell: number): number;
  /** A point that helps the eye. */
  star(pen: Pen, at: Point): void;
  /** How much a point is wanted, from 0 to 1. */
  heat(pen: Pen, at: Point, value: number): void;
  stone(pen: Pen, at: Point, color: Color, solidity: number): void;
  /** The number of a move, on a stone or beside the board. */
  text(pen: Pen, at: Point, text: string, color: string, size: number): void;
  /** What tells the last stone from the others. */
  last(pen: Pen, at: Point, color: Color): void;
}

/** What every painter needs at hand. */
export interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly cell: number;
  readonly palette: Palette;
}

export const ink = (palette: Palette, color: Color): string =>
  color === "black" ? palette.white : palette.black;
