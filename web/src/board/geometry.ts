import { type Area, isInside, type Point } from "./point";

/** Viewport of an infinite board: its center, and the number of points across. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly across: number;
}

export const START_VIEWPORT: Viewport = { x: 0, y: 0, across: 17 };
const MIN_ACROSS = 7;
const MAX_ACROSS = 41;

/** Margin around the outermost lines in cells: on the sides of the coordinates, left and below, and on the others. */
const MARGIN = { labels: 1.05, plain: 0.6 };

/** Layout of the board in canvas pixels. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Distance of two lines: an integer, so that every line is sharp. */
  readonly cell: number;
  /** Pixel of the point (0, 0). */
  readonly origin: Point;
  readonly area: Area;
  readonly flipped: boolean;
  readonly coordinates: boolean;
}

interface CanvasSize {
  readonly width: number;
  readonly height: number;
}

/** Fits a board into a canvas. */
export function layOut(
  canvas: CanvasSize,
  area: Area,
  viewport: Viewport,
  look: { flipped: boolean; coordinates: boolean },
): Geometry {
  const { flipped, coordinates } = look;
  if (area === null) {
    const cell = Math.max(1, Math.floor(Math.min(canvas.width, canvas.height) / viewport.across));
    const sign = flipped ? -1 : 1;
    const origin = {
      x: Math.round(canvas.width / 2 - sign * viewport.x * cell),
      y: Math.round(canvas.height / 2 - sign * viewport.y * cell),
    };
    return { ...canvas, cell, origin, area, flipped, coordinates };
  }
  const labels = coordinates ? MARGIN.labels : MARGIN.plain;
  const margin = labels + MARGIN.plain;
  const wide = canvas.width / (area.width - 1 + margin);
  const high = canvas.height / (area.height - 1 + margin);
  const cell = Math.max(1, Math.floor(Math.min(wide, high)));
  const left = Math.round((canvas.width - cell * (area.width - 1 + margin)) / 2 + cell * labels);
  const top = Math.round((canvas.height - cell * (area.height - 1 + margin)) / 2 + cell * MARGIN.plain);
  const origin = flipped
    ? { x: left + cell * (area.width - 1), y: top + cell * (area.height - 1) }
    : { x: left, y: top };
  return { ...canvas, cell, origin, area, flipped, coordinates };
}

/** Canvas pixel of a point. */
export function pixelOf({ origin, cell, flipped }: Geometry, { x, y }: Point): Point {
  const step = flipped ? -cell : cell;
  return { x: origin.x + x * step, y: origin.y + y * step };
}

/** The point nearest to a canvas pixel; null if it is off the board. */
export function pointAt({ origin, cell, flipped, area }: Geometry, place: Point): Point | null {
  const step = flipped ? -cell : cell;
  // Adding zero turns -0 into 0.
  const point = {
    x: Math.round((place.x - origin.x) / step) + 0,
    y: Math.round((place.y - origin.y) / step) + 0,
  };
  return isInside(area, point) ? point : null;
}

/** Range of the visible columns and rows. */
export interface VisibleRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function visibleRange(geometry: Geometry): VisibleRange {
  const { area, width, height, cell, origin, flipped } = geometry;
  if (area) return { left: 0, top: 0, right: area.width - 1, bottom: area.height - 1 };
  const range = (size: number, start: number): [number, number] => {
    const near = (cell / 2 - start) / cell;
    const far = (size - cell / 2 - start) / cell;
    return flipped
      ? [Math.ceil(-far) + 0, Math.floor(-near) + 0]
      : [Math.ceil(near) + 0, Math.floor(far) + 0];
  };
  const [left, right] = range(width, origin.x);
  const [top, bottom] = range(height, origin.y);
  return { left, top, right, bottom };
}

/** The viewport panned by a drag in pixels. */
export function panned(viewport: Viewport, geometry: Geometry, dx: number, dy: number): Viewport {
  const step = geometry.flipped ? -geometry.cell : geometry.cell;
  return { ...viewport, x: viewport.x - dx / step, y: viewport.y - dy / step };
}

/** The viewport zoomed about a fixed point; a factor above 1 zooms in. */
export function zoomed(viewport: Viewport, factor: number, about: Point): Viewport {
  const across = Math.min(MAX_ACROSS, Math.max(MIN_ACROSS, viewport.across / factor));
  const ratio = across / viewport.across;
  return { across, x: about.x + (viewport.x - about.x) * ratio, y: about.y + (viewport.y - about.y) * ratio };
}

/** The viewport that has all stones in sight, as far as it can be zoomed out. */
export function enclosing(stones: readonly Point[]): Viewport {
  if (stones.length === 0) return START_VIEWPORT;
  const middle = (values: readonly number[]): [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return [(low + high) / 2, high - low];
  };
  const [x, wide] = middle(stones.map((stone) => stone.x));
  const [y, high] = middle(stones.map((stone) => stone.y));
  return { x, y, across: Math.min(MAX_ACROSS, Math.max(START_VIEWPORT.across, Math.max(wide, high) + 5)) };
}

/** The viewport moved as little as needed to show the point. */
export function following(viewport: Viewport, geometry: Geometry, point: Point): Viewport {
  const half = { x: geometry.width / geometry.cell / 2 - 1.5, y: geometry.height / geometry.cell / 2 - 1.5 };
  const clamp = (middle: number, at: number, room: number): number =>
    Math.min(Math.max(middle, at - room), at + room);
  return { ...viewport, x: clamp(viewport.x, point.x, half.x), y: clamp(viewport.y, point.y, half.y) };
}
