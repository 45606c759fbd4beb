import { describe, expect, test } from "vitest";
import {
  following,
  layOut,
  panned,
  pixelOf,
  pointAt,
  START_VIEWPORT,
  visibleRange,
  zoomed,
} from "./geometry";
import type { Area } from "./point";

const AREAS: Area[] = [{ width: 15, height: 15 }, { width: 22, height: 9 }, { width: 1, height: 1 }, null];

describe.each([true, false])("flipped: %s", (flipped) => {
  test.each(AREAS)("pointAt inverts pixelOf on %o", (area) => {
    for (const size of [97, 360, 801, 2160]) {
      const geometry = layOut({ width: size, height: size }, area, START_VIEWPORT, {
        flipped,
        coordinates: true,
      });
      const { left, right, top, bottom } = visibleRange(geometry);
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const place = pixelOf(geometry, { x, y });
          expect(pointAt(geometry, place)).toEqual({ x, y });
          expect(place.x).toBeGreaterThan(0);
          expect(place.x).toBeLessThan(size);
        }
      }
    }
  });

  test("a drag pans the viewport by the same distance", () => {
    const look = { flipped, coordinates: false };
    const before = layOut({ width: 500, height: 400 }, null, START_VIEWPORT, look);
    const after = layOut({ width: 500, height: 400 }, null, panned(START_VIEWPORT, before, 46, -23), look);
    const point = { x: 2, y: -1 };
    expect(pixelOf(after, point).x - pixelOf(before, point).x).toBeCloseTo(46, 0);
    expect(pixelOf(after, point).y - pixelOf(before, point).y).toBeCloseTo(-23, 0);
  });
});

test("pixels beyond the edge are no points", () => {
  const geometry = layOut({ width: 300, height: 300 }, { width: 3, height: 3 }, START_VIEWPORT, {
    flipped: false,
    coordinates: true,
  });
  expect(pointAt(geometry, { x: 0, y: 0 })).toBeNull();
});

test("zooming keeps the point under the pointer, within limits", () => {
  const about = { x: 3, y: 4 };
  const near = zoomed(START_VIEWPORT, 1.5, about);
  expect((near.x - about.x) / near.across).toBeCloseTo((START_VIEWPORT.x - about.x) / START_VIEWPORT.across);
  expect(zoomed(START_VIEWPORT, 1000, about).across).toBe(7);
  expect(zoomed(START_VIEWPORT, 0.001, about).across).toBe(41);
});

test("the viewport follows a point that is out of sight, and no other", () => {
  const look = { flipped: false, coordinates: true };
  const geometry = layOut({ width: 340, height: 340 }, null, START_VIEWPORT, look);
  expect(following(START_VIEWPORT, geometry, { x: 2, y: 2 })).toEqual(START_VIEWPORT);
  const moved = following(START_VIEWPORT, geometry, { x: 20, y: 0 });
  const { left, right } = visibleRange(layOut({ width: 340, height: 340 }, null, moved, look));
  expect(left).toBeLessThanOrEqual(20);
  expect(right).toBeGreaterThanOrEqual(20);
});
