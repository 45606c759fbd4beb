import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { drawText, hasGlyphs, LARGE, textWidth } from "../glyphs/font";

interface PixelTextProps {
  readonly text: string;
  /** Changes with the color of the text. */
  readonly color: string;
}

/** Text in the bitmap font, or in the system font if glyphs are missing. */
export function PixelText({ text, color }: PixelTextProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const capitals = text.toUpperCase();
  const known = hasGlyphs(LARGE, capitals);
  useLayoutEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!ctx || !canvas.current) return;
    canvas.current.width = textWidth(LARGE, capitals);
    canvas.current.height = LARGE.height;
    ctx.fillStyle = getComputedStyle(canvas.current).color;
    drawText(LARGE, capitals, (x, y) => ctx.fillRect(x, y, 1, 1));
  }, [capitals, color]);
  if (!known) return <span class="pixel-text plain">{text}</span>;
  const dots = (count: number): string => `calc(var(--dot) * ${count})`;
  const style = { width: dots(textWidth(LARGE, capitals)), height: dots(LARGE.height) };
  return (
    <span class="pixel-text">
      <canvas ref={canvas} style={style} aria-hidden="true" />
      <span class="visually-hidden">{text}</span>
    </span>
  );
}
