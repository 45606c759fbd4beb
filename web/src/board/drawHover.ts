import type { BoardView } from "./boardView";
import { type DrawContext, stroke } from "./drawBoard";
import { pixelOf, visibleRange } from "./geometry";
import { type Point, pointKey, samePoint } from "./point";
import { pointName } from "./pointName";

/** Hover state: a point, and whether a finger covers it. */
export interface Hover {
  readonly point: Point;
  readonly touch: boolean;
}

/** Whether the point is empty and not forbidden. */
const isFree = (view: BoardView, point: Point): boolean =>
  !view.stones.some((stone) => samePoint(stone, point)) &&
  !view.forbidden.some((forbidden) => samePoint(forbidden, point));

/** Draws the hover layer: row and column bands, a ghost stone, the lines of a forbidden point. */
export function drawHover(
  context: DrawContext,
  view: BoardView,
  hover: Hover,
  below: HTMLCanvasElement,
): void {
  const { paint, painter, geometry } = context;
  const { cell, palette } = paint;
  const at = pixelOf(geometry, hover.point);
  paint.ctx.save();
  drawBands(context, view, hover.point);
  const forbidden = view.forbidden.find((candidate) => pointKey(candidate) === pointKey(hover.point));
  for (const line of forbidden?.lines ?? []) {
    const [first, final] = [line[0], line.at(-1)];
    if (first && final) {
      const ends: [Point, Point] = [pixelOf(geometry, first), pixelOf(geometry, final)];
      stroke(paint, ends, palette.forbidden, Math.max(2, cell * 0.1));
    }
  }
  if (view.turn && isFree(view, hover.point)) painter.stone(paint, at, view.turn, 0.55);
  if (hover.touch) drawLoupe(context, view, hover.point, below);
  paint.ctx.restore();
}

/** Draws the bands of the hovered row and column, without the stones, the forbidden points and the coordinates. */
function drawBands(
  { paint: { ctx, cell, palette }, geometry }: DrawContext,
  view: BoardView,
  point: Point,
): void {
  const at = pixelOf(geometry, point);
  const { left, right, top, bottom } = visibleRange(geometry);
  const ends = [pixelOf(geometry, { x: left, y: top }), pixelOf(geometry, { x: right, y: bottom })] as const;
  const half = Math.round(cell * 0.45);
  const [low, high] = geometry.area
    ? [
        { x: Math.min(ends[0].x, ends[1].x) - half, y: Math.min(ends[0].y, ends[1].y) - half },
        { x: Math.max(ends[0].x, ends[1].x) + half, y: Math.max(ends[0].y, ends[1].y) + half },
      ]
    : [
        { x: 0, y: 0 },
        { x: geometry.width, y: geometry.height },
      ];
  ctx.fillStyle = palette.hover;
  ctx.fillRect(low.x, at.y - half, high.x - low.x, 2 * half);
  ctx.fillRect(at.x - half, low.y, 2 * half, high.y - low.y);
  ctx.globalCompositeOperation = "destination-out";
  for (const stone of [...view.stones, ...view.forbidden]) {
    if (stone.x !== point.x && stone.y !== point.y) continue;
    const place = pixelOf(geometry, stone);
    ctx.beginPath();
    ctx.arc(place.x, place.y, cell * 0.47, 0, Math.PI * 2);
    ctx.fillStyle = "black";
    ctx.fill();
  }
  ctx.globalCompositeOperation = "source-over";
}

/** Magnifier above the finger, centered on the point at twice its size. */
function drawLoupe(
  { paint, painter, geometry }: DrawContext,
  view: BoardView,
  point: Point,
  below: HTMLCanvasElement,
): void {
  const { ctx, cell, palette } = paint;
  const at = pixelOf(geometry, point);
  const radius = Math.min(cell * 2.4, geometry.width / 5);
  const above = at.y - radius * 1.9;
  const middle = {
    x: Math.min(Math.max(at.x, radius + 2), geometry.width - radius - 2),
    y: above > radius + 2 ? above : Math.min(at.y + radius * 1.9, geometry.height - radius - 2),
  };
  ctx.save();
  ctx.beginPath();
  ctx.arc(middle.x, middle.y, radius, 0, Math.PI * 2);
  ctx.clip();
  const half = radius / 2;
  ctx.fillStyle = palette.background;
  ctx.fillRect(middle.x - radius, middle.y - radius, 2 * radius, 2 * radius);
  ctx.drawImage(
    below,
    at.x - half,
    at.y - half,
    radius,
    radius,
    middle.x - radius,
    middle.y - radius,
    2 * radius,
    2 * radius,
  );
  if (view.turn && isFree(view, point)) painter.stone({ ...paint, cell: cell * 2 }, middle, view.turn, 0.7);
  ctx.restore();
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = Math.max(2, cell * 0.08);
  ctx.beginPath();
  ctx.arc(middle.x, middle.y, radius, 0, Math.PI * 2);
  ctx.stroke();
  painter.text(
    paint,
    { x: middle.x, y: middle.y - radius * 0.72 },
    pointName(geometry.area, point),
    palette.label,
    cell * 0.5,
  );
}
