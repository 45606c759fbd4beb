import type { Chain, Film } from "../api/types";
import { type Color, key, type Point } from "../board/point";
import { breadth, SMALL, spell } from "../glyphs/font";
import { COLORS, type ColorName, type Roles } from "./palette";
import type { Scene } from "./scene";

/** The frame around the points, in pixels of the picture. */
export const BORDER = 6;

/** How large the picture is: the pixels of a cell, and how many pixels of the screen make one. */
export interface Scale {
  readonly cell: number;
  readonly times: number;
}

const CELLS = [16, 12, 8];

/** The largest picture of whole pixels that fits: wide cells are preferred, they show more. */
export function scaleFor(points: number, room: number): Scale {
  const fits = CELLS.map((cell) => ({ cell, times: Math.floor(room / (points * cell + 2 * BORDER)) }));
  const size = ({ cell, times }: Scale): number => times * (points * cell + 2 * BORDER);
  const best = fits.reduce((a, b) => (size(b) > size(a) * 1.12 ? b : a));
  return best.times > 0 ? best : { cell: 8, times: 1 };
}

type Context = CanvasRenderingContext2D;

/** Draws one picture of the animation, pixel by pixel. */
export function drawScene(ctx: Context, film: Film, scene: Scene, cell: number, roles: Roles): void {
  const brush = new Brush(ctx, cell, roles);
  const { width, height } = film.size;
  brush.rect(0, 0, width * cell + 2 * BORDER, height * cell + 2 * BORDER, scene.framed ? "alarm" : "table");
  brush.rect(BORDER - 1, BORDER - 1, width * cell + 2, height * cell + 2, "gap");
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) brush.point({ x, y });
  const shaded = new Set(scene.shade?.chain.stones.map(key));
  for (const [place, color] of scene.still.stones) {
    const [x, y] = place.split(",").map(Number) as [number, number];
    brush.stone({ x, y }, color, shaded.has(place) ? scene.shade!.depth : 0);
  }
  const counted = scene.shade?.chain.id;
  for (const chain of scene.still.chains.values()) {
    for (const liberty of chain.liberties) brush.liberty(liberty, chain.color);
    brush.count(chain, chain.id === counted);
  }
  if (scene.pointers.black) brush.pointer(scene.pointers.black, "blackPointer", 0);
  if (scene.pointers.white) brush.pointer(scene.pointers.white, "whitePointer", 1);
  if (scene.tried) brush.cross(scene.tried);
  if (scene.candidate) brush.candidate(scene.candidate.point, scene.candidate.lit);
  if (scene.landing) brush.landing(scene.landing.point, scene.landing.color, scene.landing.fallen);
  else if (scene.last && !scene.candidate) brush.corners(scene.last, "last");
}

class Brush {
  constructor(
    private readonly ctx: Context,
    private readonly cell: number,
    private readonly roles: Roles,
  ) {}

  rect(x: number, y: number, width: number, height: number, role: keyof Roles): void {
    this.fill(x, y, width, height, COLORS[this.roles[role]]);
  }

  point(at: Point): void {
    const { x, y } = this.corner(at);
    this.rect(x, y, this.cell - 1, this.cell - 1, "point");
  }

  stone(at: Point, color: Color, depth: number): void {
    const { x, y } = this.corner(at);
    this.block(x, y, color, depth);
  }

  landing(at: Point, color: Color, fallen: number): void {
    const { x, y } = this.corner(at);
    this.block(x, y - Math.round((1 - fallen) * this.cell * 0.75), color, 0);
  }

  /** A square with its corners off, and a highlight of one pixel. */
  private block(x: number, y: number, color: Color, depth: number): void {
    const side = this.cell - 1;
    const black = color === "black";
    this.rect(x + 1, y, side - 2, side, "rim");
    this.rect(x, y + 1, side, side - 2, "rim");
    const body = COLORS[this.roles[black ? "black" : "white"]];
    this.fill(x + 1, y + 1, side - 2, side - 2, blend(body, COLORS[this.roles.shade], depth * 0.7));
    // Light falls from the left: it shines on a black stone, and a white one has a shadow.
    if (black) {
      this.rect(x + 2, y + 2, Math.max(1, side - 6), 1, "blackLight");
      this.rect(x + 2, y + 2, 1, Math.max(1, side - 6), "blackLight");
    } else {
      this.rect(x + 2, y + side - 3, side - 4, 1, "whiteLight");
      this.rect(x + side - 3, y + 2, 1, side - 4, "whiteLight");
    }
  }

  /** A yellow dot on the empty point: left for black chains, right for white ones. */
  liberty(at: Point, color: Color): void {
    const { x, y } = this.corner(at);
    const size = this.cell >= 16 ? 4 : this.cell >= 12 ? 3 : 2;
    const middle = y + ((this.cell - 1 - size) >> 1);
    const left = color === "black" ? x + 2 : x + this.cell - 3 - size;
    if (size > 2) {
      this.rect(left - 1, middle, size + 2, size, "rim");
      this.rect(left, middle - 1, size, size + 2, "rim");
    }
    this.rect(left, middle, size, size, "liberty");
  }

  /** The number of a chain's liberties, on its first stone. */
  count(chain: Chain, changed: boolean): void {
    const first = chain.stones[0];
    if (!first || this.cell < 12) return;
    const { x, y } = this.corner(first);
    const text = String(chain.liberties.length);
    const left = x + ((this.cell - 1 - breadth(SMALL, text)) >> 1);
    const top = y + ((this.cell - 1 - SMALL.height) >> 1);
    const name: ColorName = changed
      ? this.roles.liberty
      : this.roles[chain.color === "black" ? "white" : "black"];
    spell(SMALL, text, (dx, dy) => this.fill(left + dx, top + dy, 1, 1, COLORS[name]));
  }

  candidate(at: Point, lit: boolean): void {
    const { x, y } = this.corner(at);
    const side = this.cell - 1;
    if (lit) this.rect(x + 2, y + 2, side - 4, side - 4, "candidate");
    else this.outline(x + 2, y + 2, side - 4, "candidate");
  }

  cross(at: Point): void {
    const { x, y } = this.corner(at);
    for (let step = 3; step < this.cell - 4; step++) {
      this.rect(x + step, y + step, 1, 1, "alarm");
      this.rect(x + this.cell - 2 - step, y + step, 1, 1, "alarm");
    }
  }

  /** A little arrow in the cell's corner: where a scanning side will look next. */
  pointer(at: Point, role: "blackPointer" | "whitePointer", side: 0 | 1): void {
    const { x, y } = this.corner(at);
    const left = side === 0 ? x : x + this.cell - 6;
    for (let row = 0; row < 3; row++) this.rect(left + row, y + row, 5 - 2 * row, 1, role);
  }

  corners(at: Point, role: keyof Roles): void {
    const { x, y } = this.corner(at);
    const end = this.cell - 2;
    const arm = this.cell >> 2;
    for (const near of [0, end]) {
      for (const far of [0, end - arm + 1]) {
        this.rect(x + far, y + near, arm, 1, role);
        this.rect(x + near, y + far, 1, arm, role);
      }
    }
  }

  private outline(x: number, y: number, side: number, role: keyof Roles): void {
    this.rect(x, y, side, 1, role);
    this.rect(x, y + side - 1, side, 1, role);
    this.rect(x, y, 1, side, role);
    this.rect(x + side - 1, y, 1, side, role);
  }

  private corner({ x, y }: Point): Point {
    return { x: BORDER + x * this.cell, y: BORDER + y * this.cell };
  }

  private fill(x: number, y: number, width: number, height: number, color: string): void {
    this.ctx.fillStyle = color;
    this.ctx.fillRect(x, y, width, height);
  }
}

/** A color part of the way to another. */
export function blend(from: string, to: string, part: number): string {
  if (part <= 0) return from;
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - part) + channel(to, at) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
