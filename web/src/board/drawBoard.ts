import type { BoardView, Forbidden, Look } from "./boardView";
import { type Geometry, shown, spot } from "./geometry";
import { ink, type Painter, type Pen } from "./painter";
import { key, type Point } from "./point";
import { labels } from "./pointName";

/** What a picture of the board is made from. */
export interface Easel {
  readonly pen: Pen;
  readonly painter: Painter;
  readonly geometry: Geometry;
}

/** Draws the board and all that lies on it. */
export function drawBoard(easel: Easel, view: BoardView, look: Look): void {
  const { pen, painter, geometry } = easel;
  painter.ground(pen, geometry.width, geometry.height);
  drawLines(easel);
  if (look.coordinates) drawCoordinates(easel);
  for (const heat of view.heat) painter.heat(pen, spot(geometry, heat), heat.value);
  for (const stone of view.stones) painter.stone(pen, spot(geometry, stone), stone.color, 1);
  if (view.pending) painter.stone(pen, spot(geometry, view.pending), view.pending.color, 0.8);
  drawNumbers(easel, view, look);
  for (const line of view.lines) drawWin(easel, line);
  for (const forbidden of view.forbidden) drawForbidden(easel, forbidden);
  drawMarks(easel, view);
}

function drawLines({ pen, painter, geometry }: Easel): void {
  const { ctx, cell, palette } = pen;
  const { area } = geometry;
  const { left, right, top, bottom } = shown(geometry);
  const first = spot(geometry, { x: left, y: top });
  const final = spot(geometry, { x: right, y: bottom });
  const thin = painter.thin(cell);
  const half = (thin % 2) / 2;
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = thin;
  ctx.beginPath();
  for (let x = left; x <= right; x++) {
    const at = spot(geometry, { x, y: top }).x + half;
    ctx.moveTo(at, area ? first.y : 0);
    ctx.lineTo(at, area ? final.y : geometry.height);
  }
  for (let y = top; y <= bottom; y++) {
    const at = spot(geometry, { x: left, y }).y + half;
    ctx.moveTo(area ? first.x : 0, at);
    ctx.lineTo(area ? final.x : geometry.width, at);
  }
  ctx.stroke();
  for (const star of stars(area)) painter.star(pen, spot(geometry, star));
}

/** Points that help the eye: the middle of the board and of its corners. */
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

function drawCoordinates({ pen, painter, geometry }: Easel): void {
  const { area, cell, width, height } = geometry;
  const { left, right, top, bottom } = shown(geometry);
  const size = Math.min(cell * 0.42, 0.012 * Math.min(width, height) + 5);
  const write = (at: Point, text: string): void => painter.text(pen, at, text, pen.palette.label, size);
  const first = spot(geometry, { x: left, y: top });
  const final = spot(geometry, { x: right, y: bottom });
  // Beside the lines where the board ends; inside the frame where it goes on.
  const gap = cell * 0.74;
  const room = area ? gap : -cell * 0.2;
  const low = area ? Math.max(first.y, final.y) + room : height + room * 1.6;
  const near = area ? Math.min(first.x, final.x) - room : cell * 0.3;
  const every = area || cell > 26 ? 1 : 2;
  for (let x = left; x <= right; x++) {
    if (x % every === 0)
      write({ x: spot(geometry, { x, y: top }).x, y: low }, labels(area, { x, y: 0 }).column);
  }
  for (let y = top; y <= bottom; y++) {
    if (y % every === 0)
      write({ x: near, y: spot(geometry, { x: left, y }).y }, labels(area, { x: 0, y }).row);
  }
}

function drawNumbers({ pen, painter, geometry }: Easel, view: BoardView, look: Look): void {
  const won = new Set(view.lines.flat().map(key));
  for (const stone of view.stones) {
    if (won.has(key(stone))) continue;
    const at = spot(geometry, stone);
    const isLast = view.last?.x === stone.x && view.last.y === stone.y;
    if (look.numbers && stone.number) {
      const size = geometry.cell * (stone.number > 99 ? 0.34 : 0.44);
      painter.text(pen, at, String(stone.number), ink(pen.palette, stone.color), size);
      if (isLast) underline(pen, at);
    } else if (isLast) painter.last(pen, at, stone.color);
  }
}

/** What tells the number of the last stone from the others. */
function underline(pen: Pen, { x, y }: Point): void {
  const { cell, palette } = pen;
  const below = y + cell * 0.3;
  const from = { x: x - cell * 0.18, y: below };
  stroke(pen, [from, { x: x + cell * 0.18, y: below }], palette.last, Math.max(2, cell * 0.09));
}

/** A line that won: drawn through its stones, which are numbered 1 to 5. */
function drawWin({ pen, painter, geometry }: Easel, line: readonly Point[]): void {
  const { ctx, cell, palette } = pen;
  const first = line[0];
  const final = line.at(-1);
  if (!first || !final) return;
  stroke(pen, [spot(geometry, first), spot(geometry, final)], palette.win, Math.max(3, cell * 0.14));
  line.forEach((point, index) => {
    const at = spot(geometry, point);
    ctx.fillStyle = palette.win;
    ctx.beginPath();
    ctx.arc(at.x, at.y, cell * 0.27, 0, Math.PI * 2);
    ctx.fill();
    painter.text(pen, at, String(index + 1), palette.ground, cell * 0.36);
  });
}

function drawForbidden({ pen, painter, geometry }: Easel, forbidden: Forbidden): void {
  const { ctx, cell, palette } = pen;
  const at = spot(geometry, forbidden);
  const arm = cell * 0.2;
  if (forbidden.shape === "x") {
    const thick = Math.max(1.5, cell * 0.06);
    stroke(
      pen,
      [
        { x: at.x - arm, y: at.y - arm },
        { x: at.x + arm, y: at.y + arm },
      ],
      palette.forbidden,
      thick,
    );
    stroke(
      pen,
      [
        { x: at.x - arm, y: at.y + arm },
        { x: at.x + arm, y: at.y - arm },
      ],
      palette.forbidden,
      thick,
    );
    return;
  }
  ctx.fillStyle = palette.ground;
  ctx.fillRect(at.x - cell * 0.3, at.y - cell * 0.3, cell * 0.6, cell * 0.6);
  painter.text(pen, at, forbidden.shape, palette.forbidden, cell * 0.5);
}

function drawMarks({ pen, painter, geometry }: Easel, view: BoardView): void {
  const { ctx, cell, palette } = pen;
  const taken = new Set(view.stones.map(key));
  for (const mark of view.marks) {
    const at = spot(geometry, mark);
    const color = mark.tone === "plain" ? palette.label : palette[mark.tone];
    // What is wrong has to be seen on a stone too.
    if (!taken.has(key(mark)) || mark.tone === "bad") {
      ctx.fillStyle = palette.ground;
      ctx.strokeStyle = color;
      ctx.lineWidth = Math.max(2, cell * 0.06);
      ctx.beginPath();
      ctx.arc(at.x, at.y, cell * 0.36, 0, Math.PI * 2);
      ctx.fill();
      ctx.stroke();
    }
    painter.text(pen, at, mark.text, color, cell * (mark.text.length > 2 ? 0.3 : 0.4));
  }
}

/** A straight line between two places. */
export function stroke({ ctx }: Pen, [from, to]: [Point, Point], color: string, thick: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = thick;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}
