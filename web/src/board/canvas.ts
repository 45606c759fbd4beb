import { useLayoutEffect } from "preact/hooks";
import type { Geometry } from "./geometry";

/** Gives a canvas the size of the board; it is empty then. */
export function resize(canvas: HTMLCanvasElement, { width, height }: Geometry): void {
  canvas.width = width;
  canvas.height = height;
}

/** Measures an element in pixels of the screen, now and whenever it changes. */
export function useSize(
  frame: { current: HTMLDivElement | null },
  onResize: (size: { width: number; height: number; scale: number }) => void,
): void {
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void => {
      const scale = devicePixelRatio;
      onResize({
        width: Math.round(element.clientWidth * scale),
        height: Math.round(element.clientHeight * scale),
        scale,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
