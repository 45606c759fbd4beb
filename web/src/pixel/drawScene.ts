import type { Chain, Film } from "../api/types";
import { type Point, pointKey } from "../board/point";
import type { BoardState } from "./boardStates";
import { Brush } from "./brush";
import type { Scene } from "./scene";

/** The frame around the points, in pixels of the picture. */
export const BORDER = 6;

/** The pixels of a picture along so many points. The last cell has no gap behind it. */
export const pixelsAcross = (points: number, cell: number): number => points * cell - 1 + 2 * BORDER;

/** How large the picture is: the pixels of a cell, and how many pixels of the screen make one. */
export interface Scale {
  readonly cell: number;
  readonly times: number;
}

const MIN_CELL = 8;
const MAX_CELL = 20;

/** How much larger a picture of smaller cells has to be: wide cells show more. */
const MIN_GAIN = 1.06;

/** The largest picture of whole pixels that fits. */
export function scaleFor(points: number, room: number): Scale {
  const size = ({ cell, times }: Scale): number => times * pixelsAcross(points, cell);
  let best: Scale = { cell: MIN_CELL, times: 0 };
  for (let cell = MAX_CELL; cell >= MIN_CELL; cell--) {
    const scale = { cell, times: Math.floor(room / pixelsAcross(points, cell)) };
    if (size(scale) > size(best) * MIN_GAIN) best = scale;
  }
  return best.times > 0 ? best : { cell: MIN_CELL, times: 1 };
}

/** Draws what does not move: the board, its stones, their liberties. */
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

/** Draws what goes on over a picture of what does not move. */
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

/** A chain that took in a stone: shaded, and its liberties first as they were, then together. */
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
