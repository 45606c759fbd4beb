import type { BoardOptions, BoardStone, BoardView, ForbiddenPoint } from "./boardView";
import { type Geometry, pixelOf, visibleRange } from "./geometry";
import { contrastColor, type PaintContext, type Painter } from "./painter";
import { type Point, pointKey, samePoint } from "./point";
import { coordinateLabels } from "./pointName";
import type { SpriteCache } from "./spriteCache";

/** Everything the drawing functions need: target, painter, geometry. */
export interface DrawContext {
  readonly paint: PaintContext;
  readonly painter: Painter;
  readonly geometry: Geometry;
  /** Where the same board is drawn again and again. */
  readonly sprites?: SpriteCache;
}

/** A stone that lands: where, and how far, from 0 to 1. */
export interface Landing {
  readonly point: Point;
  readonly progress: number;
}

/** How much larger a stone is when it begins to land. */
const LANDING_SCALE = 0.22;

/** Draws the board with its stones and marks. */
export function drawBoard(
  context: DrawContext,
  view: BoardView,
  options: BoardOptions,
  landing: Landing | null = null,
): void {
  const { paint, painter, geometry, sprites } = context;
  // A canvas that is drawn on again keeps the state of the last time.
  paint.ctx.save();
  sprites?.prepare(context);
  // The empty board without edges is another one wherever it is panned.
  if (sprites && geometry.area) sprites.drawEmptyBoard(context);
  else drawEmptyBoard(context);
  for (const heat of view.heat) painter.heat(paint, pixelOf(geometry, heat), heat.value);
  const drawStone = (stone: BoardStone, solidity: number): void => {
    const at = pixelOf(geometry, stone);
    if (landing && samePoint(landing.point, stone)) {
      const cell = paint.cell * (1 + LANDING_SCALE * (1 - landing.progress) ** 2);
      painter.stone({ ...paint, cell }, at, stone.color, solidity);
    } else if (sprites) sprites.drawStone(context, at, stone.color, solidity);
    else painter.stone(paint, at, stone.color, solidity);
  };
  for (const stone of view.stones) drawStone(stone, 1);
  if (view.pending) drawStone(view.pending, 0.8);
  for (const stone of view.preview ?? []) drawPreview(context, stone);
  drawNumbers(context, view, options);
  for (const line of view.lines) drawWin(context, line);
  for (const forbidden of view.forbidden) drawForbidden(context, forbidden);
  drawMarks(context, view);
  paint.ctx.restore();
}

/** Draws the board without stones: all that stays the same from move to move. */
export function drawEmptyBoard(context: DrawContext): void {
  const { paint, painter, geometry } = context;
  painter.background(paint, geometry.width, geometry.height);
  drawLines(context);
  if (geometry.coordinates) drawCoordinates(context);
}

function drawLines({ paint, painter, geometry }: DrawContext): void {
  const { ctx, cell, palette } = paint;
  const { area } = geometry;
  const { left, right, top, bottom } = visibleRange(geometry);
  const first = pixelOf(geometry, { x: left, y: top });
  const final = pixelOf(geometry, { x: right, y: bottom });
  const thin = painter.lineWidth(cell);
  const half = (thin % 2) / 2;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = thin;
  ctx.beginPath();
  for (let x = left; x <= right; x++) {
    const at = pixelOf(geometry, { x, y: top }).x + half;
    ctx.moveTo(at, area ? first.y : 0);
    ctx.lineTo(at, area ? final.y : geometry.height);
  }
  for (let y = top; y <= bottom; y++) {
    const at = pixelOf(geometry, { x: left, y }).y + half;
    ctx.moveTo(area ? first.x : 0, at);
    ctx.lineTo(area ? final.x : geometry.width, at);
  }
  ctx.stroke();
  for (const star of stars(area)) painter.star(paint, pixelOf(geometry, star));
}

/** Star points (hoshi): the center and the corners, on large boards the sides. */
function stars(area: Geometry["area"]): Point[] {
  if (!area) return [{ x: 0, y: 0 }];
  const along = (side: number): number[] =>
    side < 13 || side % 2 === 0 ? [] : [3, (side - 1) / 2, side - 4];
  const xs = along(area.width);
  const ys = along(area.height);
  const middles = area.width < 19;
  return xs
    .flatMap((x, i) => ys.map((y, j) => ({ x, y, odd: (i === 1) !== (j === 1) })))
    .filter((star) => !(middles && star.odd));
}

function drawCoordinates({ paint, painter, geometry }: DrawContext): void {
  const { area, cell, width, height } = geometry;
  const { left, right, top, bottom } = visibleRange(geometry);
  const size = Math.min(cell * 0.42, 0.012 * Math.min(width, height) + 5);
  const write = (at: Point, text: string): void => {
    if (!area) {
      // Inside the board the lines end before the coordinates: a line on the left would read as a minus.
      const half = { x: size * 0.22 * (text.length + 1), y: size * 0.6 };
      const isRow = at.x === near;
      const corner = { x: isRow ? 0 : at.x - half.x, y: at.y - half.y };
      paint.ctx.fillStyle = paint.palette.background;
      paint.ctx.fillRect(
        corner.x,
        corner.y,
        at.x + half.x - corner.x,
        isRow ? 2 * half.y : height - corner.y,
      );
    }
    painter.label(paint, at, text, size);
  };
  const first = pixelOf(geometry, { x: left, y: top });
  const final = pixelOf(geometry, { x: right, y: bottom });
  // Beside the board if it has edges, inside the frame if it is infinite.
  const gap = cell * 0.74;
  const room = area ? gap : -cell * 0.2;
  const low = area ? Math.max(first.y, final.y) + room : height + room * 1.6;
  const near = area ? Math.min(first.x, final.x) - room : cell * 0.3;
  const every = area || cell > 26 ? 1 : 2;
  for (let x = left; x <= right; x++) {
    if (x % every === 0)
      write({ x: pixelOf(geometry, { x, y: top }).x, y: low }, coordinateLabels(area, { x, y: 0 }).column);
  }
  for (let y = top; y <= bottom; y++) {
    if (y % every === 0)
      write({ x: near, y: pixelOf(geometry, { x: left, y }).y }, coordinateLabels(area, { x: 0, y }).row);
  }
}

/** Draws a stone of a previewed line with its number. */
function drawPreview({ paint, painter, geometry }: DrawContext, stone: BoardStone): void {
  const at = pixelOf(geometry, stone);
  painter.stone(paint, at, stone.color, 0.7);
  painter.text(
    paint,
    at,
    String(stone.number),
    contrastColor(paint.palette, stone.color),
    geometry.cell * 0.42,
  );
}

function drawNumbers(
  { paint, painter, geometry }: DrawContext,
  view: BoardView,
  options: BoardOptions,
): void {
  const won = new Set(view.lines.flat().map(pointKey));
  for (const stone of view.stones) {
    if (won.has(pointKey(stone))) continue;
    const at = pixelOf(geometry, stone);
    const isLast = view.last?.x === stone.x && view.last.y === stone.y;
    if (options.numbers && stone.number) {
      const size = geometry.cell * (stone.number > 99 ? 0.34 : 0.44);
      painter.text(paint, at, String(stone.number), contrastColor(paint.palette, stone.color), size);
      if (isLast) underline(paint, at);
    } else if (isLast) painter.last(paint, at, stone.color);
  }
}

/** Underlines the number of the last stone. */
function underline(paint: PaintContext, { x, y }: Point): void {
  const { cell, palette } = paint;
  const below = y + cell * 0.3;
  const from = { x: x - cell * 0.18, y: below };
  stroke(paint, [from, { x: x + cell * 0.18, y: below }], palette.last, Math.max(2, cell * 0.09));
}

/** Draws a winning line through its stones, numbered 1 to 5. */
function drawWin({ paint, painter, geometry }: DrawContext, line: readonly Point[]): void {
  const { ctx, cell, palette } = paint;
  const first = line[0];
  const final = line.at(-1);
  if (!first || !final) return;
  stroke(paint, [pixelOf(geometry, first), pixelOf(geometry, final)], palette.win, Math.max(3, cell * 0.14));
  line.forEach((point, index) => {
    const at = pixelOf(geometry, point);
    ctx.fillStyle = palette.win;
    ctx.beginPath();
    ctx.arc(at.x, at.y, cell * 0.27, 0, Math.PI * 2);
    ctx.fill();
    painter.text(paint, at, String(index + 1), palette.background, cell * 0.36);
  });
}

function drawForbidden({ paint, painter, geometry }: DrawContext, forbidden: ForbiddenPoint): void {
  const { ctx, cell, palette } = paint;
  const at = pixelOf(geometry, forbidden);
  const arm = cell * 0.2;
  if (forbidden.shape === "x") {
    const thick = Math.max(1.5, cell * 0.06);
    stroke(
      paint,
      [
        { x: at.x - arm, y: at.y - arm },
        { x: at.x + arm, y: at.y + arm },
      ],
      palette.forbidden,
      thick,
    );
    stroke(
      paint,
      [
        { x: at.x - arm, y: at.y + arm },
        { x: at.x + arm, y: at.y - arm },
      ],
      palette.forbidden,
      thick,
    );
    return;
  }
  ctx.fillStyle = palette.background;
  ctx.fillRect(at.x - cell * 0.3, at.y - cell * 0.3, cell * 0.6, cell * 0.6);
  painter.text(paint, at, forbidden.shape, palette.forbidden, cell * 0.5);
}

function drawMarks({ paint, painter, geometry }: DrawContext, view: BoardView): void {
  const { ctx, cell, palette } = paint;
  const occupied = new Set(view.stones.map(pointKey));
  for (const mark of view.marks) {
    const at = pixelOf(geometry, mark);
    const color = mark.tone === "plain" ? palette.label : palette[mark.tone];
    // A bad mark must be visible on a stone too.
    if (!occupied.has(pointKey(mark)) || mark.tone === "bad") {
      ctx.fillStyle = palette.background;
      ctx.strokeStyle = color;
      ctx.lineWidth = Math.max(2, cell * 0.06);
      ctx.beginPath();
      ctx.arc(at.x, at.y, cell * 0.36, 0, Math.PI * 2);
      ctx.fill();
      ctx.stroke();
    }
    painter.text(paint, at, mark.text, color, cell * (mark.text.length > 2 ? 0.3 : 0.4));
  }
}

/** Strokes a straight line. */
export function stroke(
  { ctx }: PaintContext,
  [from, to]: [Point, Point],
  color: string,
  thick: number,
): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = thick;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}
