// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToPointer, type PointerHandlers } from "./pointerInput";

let element: HTMLElement;
let stop: () => void;
let log: string[];
let handlers: PointerHandlers;

beforeEach(() => {
  vi.useFakeTimers();
  log = [];
  element = document.createElement("div");
  element.tabIndex = 0;
  document.body.append(element);
  handlers = {
    infinite: false,
    placing: "direct",
    pointAt: ({ x, y }) => ({ x: Math.floor(x / 20), y: Math.floor(y / 20) }),
    hover: (hover) =>
      log.push(hover ? `hover ${hover.point.x},${hover.point.y}${hover.touch ? " glass" : ""}` : "away"),
    place: (point, touch) => log.push(`place ${point.x},${point.y}${touch ? " touch" : ""}`),
    pan: (dx, dy) => log.push(`pan ${dx},${dy}`),
    zoom: (factor) => log.push(factor > 1 ? "nearer" : "farther"),
    step: (by) => log.push(`step ${by}`),
  };
  stop = listenToPointer(element, () => handlers);
});

afterEach(() => {
  stop();
  element.remove();
  vi.useRealTimers();
});

function fire(type: string, x: number, y: number, pointerType = "mouse", pointerId = 1): void {
  const event = new PointerEvent(type, {
    bubbles: true,
    clientX: x,
    clientY: y,
    pointerType,
    pointerId,
    button: 0,
  });
  element.dispatchEvent(event);
}

test("the mouse hovers, and places on release", () => {
  fire("pointermove", 5, 5);
  fire("pointerdown", 45, 5);
  fire("pointerup", 45, 5);
  expect(log).toEqual(["hover 0,0", "place 2,0"]);
});

test("a quick swipe places nothing, and the page may scroll", () => {
  fire("pointerdown", 45, 45, "touch");
  fire("pointermove", 45, 90, "touch");
  fire("pointerup", 45, 90, "touch");
  expect(log.filter((line) => line.startsWith("place"))).toEqual([]);
});

test("a long press shows the magnifier and places on release", () => {
  fire("pointerdown", 45, 45, "touch");
  vi.advanceTimersByTime(200);
  fire("pointermove", 85, 45, "touch");
  fire("pointerup", 85, 45, "touch");
  expect(log).toEqual(["hover 2,2", "hover 2,2 glass", "hover 4,2 glass", "away", "place 4,2 touch"]);
});

test("a pointer that the browser cancels places nothing", () => {
  fire("pointerdown", 45, 45, "touch");
  fire("pointercancel", 45, 60, "touch");
  fire("pointerup", 45, 60, "touch");
  expect(log.filter((line) => line.startsWith("place"))).toEqual([]);
});

test("an infinite board is panned, pinched, and played on by a tap", () => {
  handlers = { ...handlers, infinite: true };
  fire("pointerdown", 45, 45, "touch");
  fire("pointermove", 65, 45, "touch");
  fire("pointerup", 65, 45, "touch");
  expect(log).toContain("pan 20,0");
  fire("pointerdown", 0, 0, "touch", 1);
  fire("pointerdown", 20, 0, "touch", 2);
  fire("pointermove", 40, 0, "touch", 2);
  fire("pointerup", 40, 0, "touch", 2);
  fire("pointerup", 0, 0, "touch", 1);
  expect(log).toContain("nearer");
  expect(log.filter((line) => line.startsWith("place"))).toEqual([]);
  fire("pointerdown", 5, 5, "touch");
  fire("pointerup", 5, 5, "touch");
  expect(log.at(-1)).toBe("place 0,0 touch");
});

test("the wheel steps through the game only when the board has the focus", () => {
  const wheel = (): WheelEvent => new WheelEvent("wheel", { deltaY: 10, bubbles: true, cancelable: true });
  const ignored = wheel();
  element.dispatchEvent(ignored);
  expect(ignored.defaultPrevented).toBe(false);
  element.focus();
  element.dispatchEvent(wheel());
  expect(log).toEqual(["step 1"]);
});
