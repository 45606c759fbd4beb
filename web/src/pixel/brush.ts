import type { Chain } from "../api/types";
import type { Color, Point } from "../board/point";
import { drawText, type Font, LARGE, SMALL, textWidth } from "../glyphs/font";
import { COLORS, type ColorRole, ROLES } from "./pixelPalette";

/** Draws the elements of the board in whole pixels, for any cell size. */
export class Brush {
  /** Pixels of a cell without the gap. */
  private readonly side: number;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly cell: number,
    private readonly border: number,
  ) {
    this.side = cell - 1;
  }

  rect(x: number, y: number, width: number, height: number, role: ColorRole): void {
    this.fill(x, y, width, height, COLORS[ROLES[role]]);
  }

  point(at: Point): void {
    const { x, y } = this.corner(at);
    this.rect(x, y, this.side, this.side, "point");
  }

  stone(at: Point, color: Color, depth = 0): void {
    const { x, y } = this.corner(at);
    this.block(x, y, color, depth);
  }

  landing(at: Point, color: Color, fallen: number): void {
    const { x, y } = this.corner(at);
    this.block(x, y - Math.round((1 - fallen) * this.cell * 0.75), color, 0);
  }

  /** Square with cut corners and a highlight of one pixel. */
  private block(x: number, y: number, color: Color, depth: number): void {
    const { side } = this;
    const black = color === "black";
    this.rect(x + 1, y, side - 2, side, "rim");
    this.rect(x, y + 1, side, side - 2, "rim");
    const body = COLORS[ROLES[color]];
    this.fill(x + 1, y + 1, side - 2, side - 2, blend(body, COLORS[ROLES.shade], depth * 0.7));
    // Light from the left: a highlight on black stones, a shadow on white ones.
    if (black) {
      const arm = side >> 2;
      this.rect(x + 2, y + 2, arm, 1, "blackLight");
      this.rect(x + 2, y + 2, 1, arm, "blackLight");
    } else {
      this.rect(x + 2, y + side - 2, side - 4, 1, "whiteLight");
      this.rect(x + side - 2, y + 2, 1, side - 3, "whiteLight");
    }
  }

  /** Liberty marker on an empty point: left for black chains, right for white ones. */
  liberty(at: Point, color: Color): void {
    const { x, y } = this.corner(at);
    const across = Math.min((this.side - 1) >> 1, 7) | 1;
    const width = across * 2 < this.side + 1 ? across : across - 1;
    const gap = Math.max(0, (this.side - 2 * width) >> 1) >> 1;
    const left = color === "black" ? x + gap : x + this.side - gap - width;
    const top = y + ((this.side - width) >> 1);
    this.rect(left + 1, top, width - 2, width, "rim");
    this.rect(left, top + 1, width, width - 2, "rim");
    this.rect(left + 1, top + 1, width - 2, width - 2, "liberty");
    if (width < 5) return;
    for (const dx of [1, width - 2])
      for (const dy of [1, width - 2]) this.rect(left + dx, top + dy, 1, 1, "rim");
    this.rect(left + 2, top + 2, 1, 1, "white");
  }

  /** Number of liberties, on the first stone of a chain. */
  count(chain: Chain, changed: boolean): void {
    const first = chain.stones[0];
    if (!first || this.side < 9) return;
    const text = String(chain.liberties.length);
    const font: Font = textWidth(LARGE, text) <= this.side - 4 && this.side >= 13 ? LARGE : SMALL;
    const { x, y } = this.corner(first);
    const left = x + ((this.side - textWidth(font, text)) >> 1);
    const top = y + ((this.side - font.height) >> 1);
    const role: ColorRole =
      chain.color === "black" ? (changed ? "liberty" : "white") : changed ? "alarm" : "black";
    drawText(font, text, (dx, dy) => this.rect(left + dx, top + dy, 1, 1, role));
  }

  candidate(at: Point, lit: boolean): void {
    const { x, y } = this.corner(at);
    const side = this.side - 4;
    this.rect(x, y, this.side, this.side, "point");
    if (lit) {
      this.rect(x + 2, y + 2, side, side, "candidate");
      return;
    }
    this.rect(x + 2, y + 2, side, 1, "candidate");
    this.rect(x + 2, y + 1 + side, side, 1, "candidate");
    this.rect(x + 2, y + 2, 1, side, "candidate");
    this.rect(x + 1 + side, y + 2, 1, side, "candidate");
  }

  /** Illegal point of the scan. */
  cross(at: Point): void {
    const { x, y } = this.corner(at);
    for (let step = 3; step < this.side - 3; step++) {
      this.rect(x + step, y + step, 1, 1, "wrong");
      this.rect(x + this.side - 1 - step, y + step, 1, 1, "wrong");
    }
  }

  /** Scan position of a side: an arrow at the upper edge of the cell. */
  pointer(at: Point, color: Color): void {
    const { x, y } = this.corner(at);
    const left = color === "black" ? x + 1 : x + this.side - 6;
    for (let row = 0; row < 3; row++)
      this.rect(left + row, y - 1 + row, 5 - 2 * row, 1, color === "black" ? "blackPointer" : "whitePointer");
  }

  corners(at: Point, role: ColorRole): void {
    const { x, y } = this.corner(at);
    const end = this.side;
    const arm = Math.max(2, this.cell >> 2);
    for (const near of [-1, end]) {
      for (const far of [-1, end - arm + 1]) {
        this.rect(x + far, y + near, arm, 1, role);
        this.rect(x + near, y + far, 1, arm, role);
      }
    }
  }

  private corner({ x, y }: Point): Point {
    return { x: this.border + x * this.cell, y: this.border + y * this.cell };
  }

  private fill(x: number, y: number, width: number, height: number, color: string): void {
    this.ctx.fillStyle = color;
    this.ctx.fillRect(x, y, width, height);
  }
}

/** Linear interpolation of two colors. */
export function blend(from: string, to: string, part: number): string {
  if (part <= 0) return from;
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
