/** An intersection of the board: `x` grows to the right, `y` downward. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Size of a board with edges. */
export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** Area of a board: its size, or null if it is infinite. */
export type Area = BoardSize | null;

export type Color = "black" | "white";

export const otherColor = (color: Color): Color => (color === "black" ? "white" : "black");

export const samePoint = (a: Point | null, b: Point | null): boolean => a?.x === b?.x && a?.y === b?.y;

/** A point as a map key. */
export const pointKey = (point: Point): string => `${point.x},${point.y}`;

export const isInside = (area: Area, { x, y }: Point): boolean =>
  area === null || (x >= 0 && y >= 0 && x < area.width && y < area.height);
