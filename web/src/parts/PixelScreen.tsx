import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Film } from "../api/types";
import { BORDER, drawScene, drawStill, scaleFor } from "../pixel/draw";
import type { Projector } from "../pixel/projector";
import { dark, theme } from "../settings";
import { say } from "../words/say";
import { PixelText } from "./PixelText";

/** The picture of a game in whole pixels, with its title and whose turn it is. */
export function PixelScreen({ film, projector }: { film: Film; projector: Projector }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [room, setRoom] = useState(0);
  const { width, height } = film.size;
  const { cell, times } = scaleFor(Math.max(width, height), room);
  const scene = projector.scene.value;

  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void =>
      setRoom(Math.floor(Math.min(element.clientWidth, element.clientHeight) * devicePixelRatio));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const pixels = { width: width * cell + 2 * BORDER, height: height * cell + 2 * BORDER };
  // What does not move is drawn once for all the pictures that show it.
  const ground = useMemo(() => {
    const layer = document.createElement("canvas");
    Object.assign(layer, pixels);
    drawStill(layer.getContext("2d")!, film, scene.still, cell);
    return layer;
  }, [film, scene.still, cell]);

  useLayoutEffect(() => {
    if (room === 0) return;
    const ctx = canvas.current!.getContext("2d", { alpha: false })!;
    ctx.drawImage(ground, 0, 0);
    drawScene(ctx, film, scene, cell);
  }, [scene, ground, room]);

  const look = `${theme.value} ${dark.value}`;
  const shown = (side: number): string => `${(side * times) / devicePixelRatio}px`;
  const color = say(`color.${scene.ended ? film.winner : scene.turn}`);
  const headline = scene.ended ? say("watch.wins", { color }) : say("watch.turn", { color });
  return (
    <div class="cinema" data-ended={scene.ended || undefined}>
      <div class="cinema-head" style={{ width: shown(pixels.width) }}>
        <h1>
          <PixelText text={say("watch.title")} color={look} />
        </h1>
        <p class="cinema-turn">
          <i class="stone" data-color={scene.ended ? film.winner : scene.turn} aria-hidden="true" />
          <PixelText text={headline} color={`${look} ${scene.ended}`} />
        </p>
      </div>
      <div ref={frame} class="cinema-frame">
        <canvas
          ref={canvas}
          width={pixels.width}
          height={pixels.height}
          style={{ width: shown(pixels.width), height: shown(pixels.height) }}
          role="img"
          aria-label={say("watch.picture", { size: say("size.of", { width, height }), number: scene.number })}
        />
      </div>
    </div>
  );
}
