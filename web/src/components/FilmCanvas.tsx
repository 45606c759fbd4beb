import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Film } from "../api/types";
import { t } from "../i18n/t";
import { drawBoardState, drawScene, pixelsAcross, scaleFor } from "../pixel/drawScene";
import type { PlaybackController } from "../pixel/playbackController";
import { sceneText } from "../pixel/sceneText";
import { dark, theme } from "../settings";
import { PixelText } from "./PixelText";

/** Canvas of the animation in whole pixels, with title, side to move and caption. */
export function FilmCanvas({ film, playback }: { film: Film; playback: PlaybackController }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useSquareSide(frame);
  const { width, height } = film.size;
  const { cell, times } = scaleFor(Math.max(width, height), room);
  const scene = playback.scene.value;
  const pixels = { width: pixelsAcross(width, cell), height: pixelsAcross(height, cell) };
  // The static layer is cached for all scenes that share it.
  const ground = useMemo(() => {
    const layer = Object.assign(document.createElement("canvas"), pixels);
    drawBoardState(layer.getContext("2d")!, film, scene.board, cell);
    return layer;
  }, [film, scene.board, cell]);
  useLayoutEffect(() => {
    const ctx = canvas.current!.getContext("2d", { alpha: false })!;
    ctx.drawImage(ground, 0, 0);
    drawScene(ctx, film, scene, cell);
  }, [scene, ground, room]);

  const look = `${theme.value} ${dark.value} ${scene.ended}`;
  const shown = (side: number): string => `${(side * times) / devicePixelRatio}px`;
  const side = scene.ended ? film.winner : scene.turn;
  const color = t(`color.${side}`);
  return (
    <div class="film-view" data-ended={scene.ended || undefined}>
      <div class="film-head" style={{ width: shown(pixels.width) }}>
        <h2>
          <PixelText text={t("watch.title")} color={look} />
        </h2>
        <p class="film-turn">
          <i class="stone" data-color={side} aria-hidden="true" />
          <PixelText text={t(scene.ended ? "watch.wins" : "watch.turn", { color })} color={look} />
        </p>
      </div>
      <div ref={frame} class="film-frame">
        <canvas
          ref={canvas}
          {...pixels}
          style={{ width: shown(pixels.width), height: shown(pixels.height) }}
          role="img"
          aria-label={t("watch.picture", { size: t("size.of", { width, height }), number: scene.number })}
        />
      </div>
      <p class="film-caption">{sceneText(film, scene)}</p>
    </div>
  );
}

/** Hook: side of the largest square that fits, in device pixels, on mount and on resize. */
function useSquareSide(frame: { current: HTMLDivElement | null }): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void =>
      setRoom(Math.floor(Math.min(element.clientWidth, element.clientHeight) * devicePixelRatio));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return room;
}
