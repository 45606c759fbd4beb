import { useLayoutEffect } from "preact/hooks";
import type { Geometry } from "./geometry";

/** Resizes a canvas to the board if it has another size, and clears it. */
export function resize(canvas: HTMLCanvasElement, { width, height }: Geometry): void {
  if (canvas.width === width && canvas.height === height) {
    canvas.getContext("2d")!.clearRect(0, 0, width, height);
    return;
  }
  canvas.width = width;
  canvas.height = height;
}

/** Hook: size of an element in device pixels, on mount and on resize. */
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
