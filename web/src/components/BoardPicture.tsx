import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { PAINTERS } from "../board/Board";
import { readPalette } from "../board/boardPalette";
import { resize, useSize } from "../board/canvas";
import { drawBoard } from "../board/drawBoard";
import { layOut } from "../board/geometry";
import type { BoardPictureView } from "../game/boardPictures";
import { dark, theme } from "../settings";

const LOOK = { numbers: false, coordinates: false, flipped: false };

/** Picture of a board, drawn as the board itself is. It is decoration: the text beside it says the same. */
export function BoardPicture({ view }: { view: BoardPictureView }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0, scale: 1 });
  useSize(frame, setSize);
  const look = `${theme.value} ${dark.value}`;
  useLayoutEffect(() => {
    if (size.width === 0) return;
    const geometry = layOut(size, view.area, { x: 0, y: 0, across: 7 }, LOOK);
    const target = canvas.current!;
    resize(target, geometry);
    const paint = { ctx: target.getContext("2d")!, cell: geometry.cell, palette: readPalette(target) };
    drawBoard({ geometry, painter: PAINTERS[theme.value], paint }, view, LOOK);
  }, [size, view, look]);
  return (
    <div ref={frame} class="board-picture" aria-hidden="true">
      <canvas ref={canvas} class="board-layer" />
    </div>
  );
}
