import { drawText, hasGlyphs, LARGE, SMALL, textWidth } from "../glyphs/font";
import type { BoardPalette } from "./boardPalette";
import { contrastColor, type Painter } from "./painter";
import type { Color } from "./point";

/** Painter pixels per cell. */
const PIXELS = 14;

const colors = (palette: BoardPalette, color: Color): [body: string, rim: string, light: string] =>
  color === "black"
    ? [palette.black, palette.blackRim, palette.blackLight]
    : [palette.white, palette.whiteRim, palette.whiteLight];

/** Painter of the pixel theme: square pixels only. */
export const pixelPainter: Painter = {
  background({ ctx, palette }, width, height) {
    ctx.fillStyle = palette.background;
    ctx.fillRect(0, 0, width, height);
  },

  lineWidth: (cell) => Math.max(1, Math.floor(cell / (2 * PIXELS))),

  star({ ctx, cell, palette }, at) {
    const unit = Math.max(1, Math.floor(cell / PIXELS));
    ctx.fillStyle = palette.line;
    ctx.fillRect(at.x - unit, at.y - unit, 2 * unit, 2 * unit);
  },

  heat({ ctx, cell, palette }, at, value) {
    const side = Math.round(cell * (0.3 + 0.6 * value));
    ctx.globalAlpha = 0.25 + 0.55 * value;
    ctx.fillStyle = palette.heat;
    ctx.fillRect(at.x - (side >> 1), at.y - (side >> 1), side, side);
    ctx.globalAlpha = 1;
  },

  stone({ ctx, cell, palette }, at, color, solidity) {
    const unit = Math.max(1, Math.floor(cell / PIXELS));
    const side = 12 * unit;
    const x = at.x - side / 2;
    const y = at.y - side / 2;
    const [body, rim, light] = colors(palette, color);
    ctx.globalAlpha = solidity;
    ctx.fillStyle = rim;
    ctx.fillRect(x + unit, y, side - 2 * unit, side);
    ctx.fillRect(x, y + unit, side, side - 2 * unit);
    ctx.fillStyle = body;
    ctx.fillRect(x + unit, y + unit, side - 2 * unit, side - 2 * unit);
    ctx.fillStyle = light;
    ctx.fillRect(x + 2 * unit, y + 2 * unit, 3 * unit, unit);
    ctx.fillRect(x + 2 * unit, y + 2 * unit, unit, 3 * unit);
    ctx.globalAlpha = 1;
  },

  label(paint, at, text, size) {
    pixelPainter.text(paint, at, text, paint.palette.label, size);
  },

  text({ ctx, cell }, at, text, color, size) {
    const capitals = text.toUpperCase();
    const font = size <= cell * 0.42 && hasGlyphs(SMALL, capitals) ? SMALL : LARGE;
    const unit = Math.max(1, Math.floor(Math.min(cell / PIXELS, size / font.height)));
    const left = Math.round(at.x - (textWidth(font, capitals) * unit) / 2);
    const top = Math.round(at.y - (font.height * unit) / 2);
    ctx.fillStyle = color;
    drawText(font, capitals, (x, y) => ctx.fillRect(left + x * unit, top + y * unit, unit, unit));
  },

  last({ ctx, cell, palette }, at, color) {
    const unit = Math.max(1, Math.floor(cell / PIXELS));
    ctx.fillStyle = contrastColor(palette, color);
    ctx.fillRect(at.x - 2 * unit, at.y - 2 * unit, 4 * unit, 4 * unit);
    ctx.fillStyle = palette.last;
    ctx.fillRect(at.x - unit, at.y - unit, 2 * unit, 2 * unit);
  },
};
