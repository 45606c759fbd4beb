import { contrastColor, type PaintContext, type Painter } from "./painter";
import type { Color, Point } from "./point";

const FULL = Math.PI * 2;

/** Painter of round stones: shaded for wood, flat for high contrast. */
export function smoothPainter(soft: boolean): Painter {
  return {
    background({ ctx, palette }, width, height) {
      ctx.fillStyle = palette.background;
      ctx.fillRect(0, 0, width, height);
      if (soft) grain(ctx, palette.grain, width, height);
    },

    lineWidth: (cell) => Math.max(1, Math.round(cell / 40)),

    star({ ctx, cell, palette }, at) {
      ctx.fillStyle = palette.line;
      ctx.beginPath();
      ctx.arc(at.x + 0.5, at.y + 0.5, Math.max(2, cell * 0.095), 0, FULL);
      ctx.fill();
    },

    heat({ ctx, cell, palette }, at, value) {
      const radius = cell * (0.42 + 0.16 * value);
      const glow = ctx.createRadialGradient(at.x, at.y, cell * 0.2, at.x, at.y, radius);
      glow.addColorStop(0, palette.heat);
      // Same color with zero alpha: a bare "transparent" would fade through black.
      glow.addColorStop(1, `${palette.heat}00`);
      ctx.globalAlpha = 0.35 + 0.55 * value;
      ctx.fillStyle = glow;
      ctx.beginPath();
      ctx.arc(at.x, at.y, radius, 0, FULL);
      ctx.fill();
      ctx.globalAlpha = 1;
    },

    stone(paint, at, color, solidity) {
      const { ctx } = paint;
      ctx.globalAlpha = solidity;
      if (soft) softStone(paint, at, color, solidity);
      else flatStone(paint, at, color);
      ctx.globalAlpha = 1;
    },

    label({ ctx, palette }, at, text, size) {
      // Coordinates recede behind the stones.
      ctx.globalAlpha = soft ? 0.78 : 1;
      write(ctx, at, text, palette.label, size, soft ? 400 : 600);
      ctx.globalAlpha = 1;
    },

    text({ ctx }, at, text, color, size) {
      write(ctx, at, text, color, size, 600);
    },

    last({ ctx, cell, palette }, at, color) {
      ctx.beginPath();
      ctx.arc(at.x, at.y, cell * 0.17, 0, FULL);
      ctx.lineWidth = Math.max(2, cell * 0.075);
      ctx.strokeStyle = soft ? palette.last : contrastColor(palette, color);
      ctx.stroke();
    },
  };
}

function write(
  ctx: CanvasRenderingContext2D,
  at: Point,
  text: string,
  color: string,
  size: number,
  weight: number,
): void {
  ctx.fillStyle = color;
  ctx.font = `${weight} ${Math.round(size)}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, at.x, at.y + size * 0.06);
}

function softStone(
  { ctx, cell, palette }: PaintContext,
  { x, y }: Point,
  color: Color,
  solidity: number,
): void {
  const radius = cell * 0.465;
  const [body, light, rim] =
    color === "black"
      ? [palette.black, palette.blackLight, palette.blackRim]
      : [palette.white, palette.whiteLight, palette.whiteRim];
  if (solidity === 1) {
    ctx.beginPath();
    ctx.arc(x + cell * 0.03, y + cell * 0.06, radius, 0, FULL);
    ctx.fillStyle = "rgb(0 0 0 / 0.22)";
    ctx.fill();
  }
  const gradient = ctx.createRadialGradient(
    x - radius * 0.35,
    y - radius * 0.4,
    radius * 0.1,
    x,
    y,
    radius * 1.1,
  );
  gradient.addColorStop(0, light);
  gradient.addColorStop(1, body);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, FULL);
  ctx.fillStyle = gradient;
  ctx.fill();
  ctx.lineWidth = Math.max(1, cell * 0.02);
  ctx.strokeStyle = rim;
  ctx.stroke();
}

function flatStone({ ctx, cell, palette }: PaintContext, { x, y }: Point, color: Color): void {
  const rim = Math.max(2, cell * 0.07);
  ctx.beginPath();
  ctx.arc(x, y, cell * 0.46 - rim / 2, 0, FULL);
  ctx.fillStyle = color === "black" ? palette.black : palette.white;
  ctx.fill();
  ctx.lineWidth = rim;
  ctx.strokeStyle = color === "black" ? palette.blackRim : palette.whiteRim;
  ctx.stroke();
}

/** A fraction that looks random, the same for the same number. */
const fraction = (seed: number): number => {
  const wave = Math.sin(seed * 127.1) * 43758.5453;
  return wave - Math.floor(wave);
};

/** Veins of the grain per board. */
const VEINS = 64;

/** Long wood grain at irregular distances, deterministic: veins sway together and broaden and fade on their way. */
function grain(ctx: CanvasRenderingContext2D, color: string, width: number, height: number): void {
  ctx.strokeStyle = color;
  ctx.lineCap = "butt";
  const sway = (x: number, y: number): number =>
    width * (0.016 * Math.sin(2.1 * y + 3 * x) + 0.006 * Math.sin(6.3 * y + 9 * x + 1));
  let x = -0.02;
  for (let vein = 0; vein < VEINS && x < 1.02; vein++) {
    const broad = vein % 9 === 4;
    x += (0.35 + 1.3 * fraction(vein)) / VEINS;
    ctx.globalAlpha = broad ? 0.05 : 0.05 + 0.09 * fraction(vein + 0.3);
    ctx.lineWidth = (width / 700) * (broad ? 16 : 0.6 + 2.2 * fraction(vein + 0.6));
    ctx.beginPath();
    for (let step = 0; step <= 12; step++) {
      const y = step / 12;
      ctx.lineTo(x * width + sway(x, y), y * height);
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
