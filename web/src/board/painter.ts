import type { BoardPalette } from "./boardPalette";
import type { Color, Point } from "./point";

/** How a family of themes draws things, whatever the things are. All places are pixels of the canvas. */
export interface Painter {
  background(paint: PaintContext, width: number, height: number): void;
  /** How thick a line of the board is. */
  lineWidth(cell: number): number;
  /** A point that helps the eye. */
  star(paint: PaintContext, at: Point): void;
  /** How much a point is wanted, from 0 to 1. */
  heat(paint: PaintContext, at: Point, value: number): void;
  stone(paint: PaintContext, at: Point, color: Color, solidity: number): void;
  /** The number of a move, on a stone or beside the board. */
  text(paint: PaintContext, at: Point, text: string, color: string, size: number): void;
  /** What tells the last stone from the others. */
  last(paint: PaintContext, at: Point, color: Color): void;
}

/** What every painter needs at hand. */
export interface PaintContext {
  readonly ctx: CanvasRenderingContext2D;
  readonly cell: number;
  readonly palette: BoardPalette;
}

export const contrastColor = (palette: BoardPalette, color: Color): string =>
  color === "black" ? palette.white : palette.black;
