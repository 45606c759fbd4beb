import type { Hover } from "./drawHover";
import type { Point } from "./point";

/** Touch placement: on release, on a second tap, or always under the magnifier. */
export type PlacingMode = "direct" | "confirm" | "slide";

/** State and callbacks of the pointer listener. Coordinates are CSS pixels from the corner of the board. */
export interface PointerHandlers {
  readonly infinite: boolean;
  readonly placing: PlacingMode;
  pointAt(place: Point): Point | null;
  hover(state: Hover | null): void;
  place(point: Point, touch: boolean): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, place: Point): void;
  step(by: 1 | -1): void;
}

/** Distance in pixels from which a press is a drag. */
const DRAG_THRESHOLD = 8;
/** Press duration from which a finger moves the magnifier instead of the page. */
const LONG_PRESS_MS = 160;

interface Press {
  readonly id: number;
  readonly from: Point;
  at: Point;
  dragged: boolean;
  held: boolean;
}

/** Whether the page is taller than its window, so that the wheel must scroll it. */
function pageScrolls(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight > clientHeight;
}

/** Translates pointer events over `element` into board callbacks. Returns the cleanup function. */
export function listenToPointer(element: HTMLElement, handlers: () => PointerHandlers): () => void {
  const presses = new Map<number, Press>();
  let timer = 0;
  const place = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const hover = (at: Point, touch: boolean): void => {
    const point = handlers().pointAt(at);
    handlers().hover(point && { point, touch });
  };
  const forget = (id: number): void => {
    window.clearTimeout(timer);
    presses.delete(id);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = place(event);
    const press = { id: event.pointerId, from: at, at, dragged: false, held: handlers().placing === "slide" };
    presses.set(event.pointerId, press);
    if (event.pointerType === "mouse") return;
    window.clearTimeout(timer);
    if (presses.size > 1) {
      handlers().hover(null);
      return;
    }
    hover(at, press.held);
    timer = window.setTimeout(() => {
      press.held = !handlers().infinite && presses.size === 1 && !press.dragged;
      if (press.held) hover(press.at, true);
    }, LONG_PRESS_MS);
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    const press = presses.get(event.pointerId);
    if (!press) {
      if (event.pointerType === "mouse") hover(at, false);
      return;
    }
    const before = press.at;
    press.dragged ||= Math.hypot(at.x - press.from.x, at.y - press.from.y) > DRAG_THRESHOLD;
    const still = [...presses.values()].find((each) => each.id !== press.id);
    press.at = at;
    if (handlers().infinite && still) pinch(before, at, still.at);
    else if (handlers().infinite && press.dragged) {
      handlers().hover(null);
      handlers().pan(at.x - before.x, at.y - before.y);
    } else hover(at, press.held && event.pointerType !== "mouse");
  };

  const pinch = (before: Point, at: Point, still: Point): void => {
    const was = Math.hypot(before.x - still.x, before.y - still.y);
    const is = Math.hypot(at.x - still.x, at.y - still.y);
    if (was > 0) handlers().zoom(is / was, { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 });
    for (const press of presses.values()) press.dragged = true;
  };

  const up = (event: PointerEvent): void => {
    const press = presses.get(event.pointerId);
    forget(event.pointerId);
    if (!press) return;
    const touch = event.pointerType !== "mouse";
    const point = handlers().pointAt(place(event));
    // A drag pans an infinite board; on a finite one only a long press may slide.
    const slid = press.dragged && (handlers().infinite || (touch && !press.held));
    if (touch) handlers().hover(null);
    if (point && !slid) handlers().place(point, touch);
  };

  const cancel = (event: PointerEvent): void => {
    forget(event.pointerId);
    handlers().hover(null);
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") handlers().hover(null);
  };
  const wheel = (event: WheelEvent): void => {
    // The wheel scrolls the page unless the board has the focus.
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    if (!element.contains(activeElement) || event.deltaY === 0 || pageScrolls()) return;
    event.preventDefault();
    if (handlers().infinite) handlers().zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12, place(event));
    else handlers().step(event.deltaY < 0 ? -1 : 1);
  };
  const touchmove = (event: TouchEvent): void => {
    if ([...presses.values()].some((press) => press.held) && event.cancelable) event.preventDefault();
  };
  const menu = (event: Event): void => {
    if (presses.size > 0) event.preventDefault();
  };

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointerdown", down, { signal });
  window.addEventListener(
    "pointermove",
    // Outside of a shadow root the target is its host.
    (event) => (presses.size > 0 || event.composedPath().includes(element)) && move(event),
    { signal },
  );
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("pointerleave", leave, { signal });
  element.addEventListener("wheel", wheel, { signal, passive: false });
  element.addEventListener("touchmove", touchmove, { signal, passive: false });
  element.addEventListener("contextmenu", menu, { signal });
  return () => {
    window.clearTimeout(timer);
    stop.abort();
  };
}
