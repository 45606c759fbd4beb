import type { Chain, Film } from "../api/types";
import { type Point, pointKey } from "../board/point";
import type { BoardState } from "./boardStates";
import { Brush } from "./brush";
import type { Scene } from "./scene";

/** Border around the points, in canvas pixels. */
const BORDER = 6;

/** Canvas pixels of a number of points. The last cell has no gap. */
export const pixelsAcross = (points: number, cell: number): number => points * cell - 1 + 2 * BORDER;

/** Scale of the canvas: pixels per cell, and device pixels per pixel. */
export interface Scale {
  readonly cell: number;
  readonly times: number;
}

const MIN_CELL = 8;
const MAX_CELL = 20;

/** Minimum gain in size for smaller cells: larger cells show more detail. */
const MIN_GAIN = 1.06;

/** The largest integer scale that fits. */
export function scaleFor(points: number, room: number): Scale {
  const size = ({ cell, times }: Scale): number => times * pixelsAcross(points, cell);
  let best: Scale = { cell: MIN_CELL, times: 0 };
  for (let cell = MAX_CELL; cell >= MIN_CELL; cell--) {
    const scale = { cell, times: Math.floor(room / pixelsAcross(points, cell)) };
    if (size(scale) > size(best) * MIN_GAIN) best = scale;
  }
  return best.times > 0 ? best : { cell: MIN_CELL, times: 1 };
}

/** Draws the static layer: board, stones and liberties. */
export function drawBoardState(
  ctx: CanvasRenderingContext2D,
  film: Film,
  still: BoardState,
  cell: number,
): void {
  const brush = new Brush(ctx, cell, BORDER);
  const { width, height } = film.size;
  brush.rect(0, 0, pixelsAcross(width, cell), pixelsAcross(height, cell), "table");
  brush.rect(BORDER - 1, BORDER - 1, width * cell + 1, height * cell + 1, "gap");
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) brush.point({ x, y });
  for (const chain of still.chains.values()) {
    for (const stone of chain.stones) brush.stone(stone, chain.color);
    for (const liberty of chain.liberties) brush.liberty(liberty, chain.color);
    brush.count(chain, false);
  }
}

/** Draws the animated layer over the static one. */
export function drawScene(ctx: CanvasRenderingContext2D, film: Film, scene: Scene, cell: number): void {
  const brush = new Brush(ctx, cell, BORDER);
  if (scene.framed) drawFrame(brush, film, cell);
  if (scene.pointers.black) brush.pointer(scene.pointers.black, "black");
  if (scene.pointers.white) brush.pointer(scene.pointers.white, "white");
  if (scene.shade) drawMerge(brush, scene.shade, scene.last);
  if (scene.last && !scene.landing) brush.corners(scene.last, "last");
  if (scene.tried) brush.cross(scene.tried);
  if (scene.candidate) brush.candidate(scene.candidate.point, scene.candidate.lit);
  if (scene.landing) brush.landing(scene.landing.point, scene.landing.color, scene.landing.fallen);
}

function drawFrame(brush: Brush, film: Film, cell: number): void {
  const [width, height] = [pixelsAcross(film.size.width, cell), pixelsAcross(film.size.height, cell)];
  const thick = BORDER - 2;
  brush.rect(0, 0, width, thick, "alarm");
  brush.rect(0, height - thick, width, thick, "alarm");
  brush.rect(0, 0, thick, height, "alarm");
  brush.rect(width - thick, 0, thick, height, "alarm");
}

/** A merging chain: shaded, first with the liberties of its parts, then with the sum. */
function drawMerge(
  brush: Brush,
  { chain, depth, parts }: NonNullable<Scene["shade"]>,
  last: Point | null,
): void {
  for (const stone of chain.stones) brush.stone(stone, chain.color, depth);
  if (parts.length === 0) brush.count(chain, true);
  for (const part of parts) if (!isAt(part, last)) brush.count(part, false);
}

const isAt = (chain: Chain, point: Point | null): boolean =>
  point !== null && chain.stones.length === 1 && pointKey(chain.stones[0]!) === pointKey(point);
