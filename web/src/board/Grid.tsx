import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type Geometry, pixelOf, visibleRange } from "./geometry";
import { type Point, samePoint } from "./point";
import { coordinateLabels } from "./pointName";

interface GridProps {
  readonly geometry: Geometry;
  /** Canvas pixels per CSS pixel. */
  readonly scale: number;
  readonly focus: Point;
  /** Prefix of the ids of the cells, unique in the document. */
  readonly prefix: string;
  /** Accessible name of the grid. */
  readonly name: string;
  /** Accessible name of a point, with its stone and marks. */
  readonly label: (point: Point) => string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (point: Point, cell: HTMLElement) => void;
  readonly onBlur: () => void;
}

export const cellId = (point: Point, prefix: string): string => `${prefix}_${point.x}_${point.y}`;

function pointOf(id: string): Point | null {
  const [, x, y] = /_(-?\d+)_(-?\d+)$/.exec(id) ?? [];
  return x && y ? { x: Number(x), y: Number(y) } : null;
}

/**
 * ARIA grid over the canvas: real cells for screen readers and the keyboard, one of them in the tab order.
 */
export function Grid({
  geometry,
  scale,
  focus,
  prefix,
  name,
  label,
  onKeyDown,
  onFocus,
  onBlur,
}: GridProps): JSX.Element {
  const range = visibleRange(geometry);
  const { left, right, top, bottom } = range;
  const corner = pixelOf(geometry, geometry.flipped ? { x: right, y: bottom } : { x: left, y: top });
  const cell = geometry.cell / scale;
  const columns = span(left, right, geometry.flipped);
  const rows = span(top, bottom, geometry.flipped);
  const style = {
    left: `${corner.x / scale - cell / 2}px`,
    top: `${corner.y / scale - cell / 2}px`,
    width: `${cell * columns.length}px`,
    height: `${cell * rows.length}px`,
  };
  const { area, flipped } = geometry;
  // Dragging re-renders the cells only when a row or column becomes visible.
  const cells = useMemo(
    () =>
      rows.map((y) => (
        <div class="grid-row" role="row" key={y} aria-label={coordinateLabels(area, { x: 0, y }).row}>
          {columns.map((x) => (
            <div
              class="grid-cell"
              role="gridcell"
              key={x}
              id={cellId({ x, y }, prefix)}
              tabIndex={samePoint(focus, { x, y }) ? 0 : -1}
              aria-label={label({ x, y })}
            />
          ))}
        </div>
      )),
    [left, right, top, bottom, flipped, area?.width, area?.height, focus.x, focus.y, prefix, label],
  );
  return (
    <div
      class="grid"
      role="grid"
      aria-label={name}
      style={style}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        const cell = event.target as HTMLElement;
        const point = pointOf(cell.id);
        if (point) onFocus(point, cell);
      }}
      onFocusOut={onBlur}
      aria-rowcount={geometry.area ? rows.length : -1}
      aria-colcount={geometry.area ? columns.length : -1}
    >
      {cells}
    </div>
  );
}

function span(from: number, to: number, backward: boolean): number[] {
  const list = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return backward ? list.reverse() : list;
}
