import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { drawText, hasGlyphs, LARGE, textWidth } from "../glyphs/font";

interface PixelTextProps {
  readonly text: string;
  /** Changes with the color of the text. */
  readonly color: string;
}

/** Dots of a character that the bitmap font has not, and their size in dots of the font. */
const SYSTEM_DOTS = 12;
const SYSTEM_SCALE = 2 / 3;
const SYSTEM_FONT = `400 ${SYSTEM_DOTS}px ui-monospace, "Noto Sans Mono CJK SC", "PingFang SC", monospace`;

/** Text in the bitmap font; where it has no glyphs, as for Chinese, the system font in as large dots. */
export function PixelText({ text, color }: PixelTextProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [wide, setWide] = useState(0);
  const capitals = text.toUpperCase();
  const known = hasGlyphs(LARGE, capitals);
  useLayoutEffect(() => {
    const ctx = canvas.current?.getContext("2d", { willReadFrequently: !known });
    if (!ctx || !canvas.current) return;
    if (!known) {
      ctx.font = SYSTEM_FONT;
      setWide(Math.ceil(ctx.measureText(text).width) + 1);
    }
    canvas.current.width = known ? textWidth(LARGE, capitals) : Math.max(wide, 1);
    canvas.current.height = known ? LARGE.height : SYSTEM_DOTS + 2;
    ctx.fillStyle = getComputedStyle(canvas.current).color;
    if (known) drawText(LARGE, capitals, (x, y) => ctx.fillRect(x, y, 1, 1));
    else drawSystemText(ctx, text);
  }, [text, color, wide, known]);
  const dots = (count: number): string => `calc(var(--dot) * ${known ? count : count * SYSTEM_SCALE})`;
  const style = known
    ? { width: dots(textWidth(LARGE, capitals)), height: dots(LARGE.height) }
    : { width: dots(wide), height: dots(SYSTEM_DOTS + 2) };
  return (
    <span class="pixel-text">
      <canvas ref={canvas} style={style} aria-hidden="true" />
      <span class="visually-hidden">{text}</span>
    </span>
  );
}

/** Draws text without smoothing: a dot is there or not. */
function drawSystemText(ctx: CanvasRenderingContext2D, text: string): void {
  const { width, height } = ctx.canvas;
  ctx.font = SYSTEM_FONT;
  ctx.textBaseline = "middle";
  ctx.fillText(text, 0, height / 2 + 0.5);
  const picture = ctx.getImageData(0, 0, width, height);
  for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = picture.data[at]! > 90 ? 255 : 0;
  ctx.putImageData(picture, 0, 0);
}
