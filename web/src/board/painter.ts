import type { BoardPalette } from "./boardPalette";
import type { Color, Point } from "./point";

/** Drawing primitives of a family of themes. All coordinates are canvas pixels. */
export interface Painter {
  background(paint: PaintContext, width: number, height: number): void;
  /** Width of a line of the board. */
  lineWidth(cell: number): number;
  /** A star point. */
  star(paint: PaintContext, at: Point): void;
  /** Heat of a point, from 0 to 1. */
  heat(paint: PaintContext, at: Point, value: number): void;
  stone(paint: PaintContext, at: Point, color: Color, solidity: number): void;
  /** A coordinate beside the board. */
  label(paint: PaintContext, at: Point, text: string, size: number): void;
  /** The number of a move, or a mark. */
  text(paint: PaintContext, at: Point, text: string, color: string, size: number): void;
  /** Mark of the last move. */
  last(paint: PaintContext, at: Point, color: Color): void;
}

/** Target of a painter: canvas context, cell size and colors. */
export interface PaintContext {
  readonly ctx: CanvasRenderingContext2D;
  readonly cell: number;
  readonly palette: BoardPalette;
}

export const contrastColor = (palette: BoardPalette, color: Color): string =>
  color === "black" ? palette.white : palette.black;
