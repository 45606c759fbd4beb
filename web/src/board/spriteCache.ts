import { type DrawContext, drawEmptyBoard } from "./drawBoard";
import type { Geometry } from "./geometry";
import type { Painter } from "./painter";
import type { Color, Point } from "./point";

/**
 * Pictures of the empty board and of stones, drawn once and copied from then on: wood grain and gradients cost
 * milliseconds, and a stone that lands draws the board anew in every frame. They are made again when layout, painter or
 * colors change.
 */
export class SpriteCache {
  private board: { readonly geometry: Geometry; readonly picture: HTMLCanvasElement } | null = null;
  private readonly stones = new Map<string, HTMLCanvasElement>();
  private painter: Painter | null = null;
  private look = "";

  /** To be called before a board is drawn: forgets pictures that would be drawn in another way now. */
  prepare({ painter, paint }: DrawContext): void {
    const look = [paint.cell, ...Object.values(paint.palette)].join();
    if (painter === this.painter && look === this.look) return;
    this.painter = painter;
    this.look = look;
    this.board = null;
    this.stones.clear();
  }

  /** Draws the board without stones. */
  drawEmptyBoard(context: DrawContext): void {
    const { geometry, paint } = context;
    if (this.board?.geometry !== geometry) {
      const { width, height } = geometry;
      const draw = (ctx: CanvasRenderingContext2D): void =>
        drawEmptyBoard({ ...context, paint: { ...paint, ctx } });
      this.board = { geometry, picture: drawn(width, height, draw) };
    }
    paint.ctx.drawImage(this.board.picture, 0, 0);
  }

  /** Draws a stone as the painter does. */
  drawStone(context: DrawContext, at: Point, color: Color, solidity: number): void {
    const { paint, painter } = context;
    const key = `${color} ${solidity}`;
    // A stone is smaller than its cell, and its shadow falls beside it.
    const middle = Math.ceil(paint.cell * 0.75);
    let picture = this.stones.get(key);
    if (!picture) {
      const center = { x: middle, y: middle };
      const draw = (ctx: CanvasRenderingContext2D): void =>
        painter.stone({ ...paint, ctx }, center, color, solidity);
      picture = drawn(2 * middle, 2 * middle, draw);
      this.stones.set(key, picture);
    }
    paint.ctx.drawImage(picture, at.x - middle, at.y - middle);
  }
}

function drawn(
  width: number,
  height: number,
  draw: (ctx: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  draw(canvas.getContext("2d")!);
  return canvas;
}
