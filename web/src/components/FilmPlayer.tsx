import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { announce, announceNow } from "../announce";
import type { Film } from "../api/types";
import { playEffect } from "../audio";
import { t } from "../i18n/t";
import { PlaybackController } from "../pixel/playbackController";
import { sceneText } from "../pixel/sceneText";
import { reducedMotion, speed } from "../settings";
import { runShortcut } from "../shortcuts";
import { Button } from "./Button";
import { FilmCanvas } from "./FilmCanvas";
import { Range } from "./FormFields";
import { Toolbar } from "./Toolbar";

/** The animation with its transport controls. */
export function FilmPlayer({ film }: { film: Film }): JSX.Element {
  const playback = useMemo(() => {
    const options = { speed: speed.peek(), reducedMotion: reducedMotion.peek() };
    return new PlaybackController(film, options, ({ kind }) => {
      if (kind === "land") playEffect("chip");
      else if (kind === "merge" || kind === "end") playEffect(kind);
    });
  }, [film]);
  useLayoutEffect(
    () => playback.setOptions({ speed: speed.value, reducedMotion: reducedMotion.value }),
    [playback, speed.value, reducedMotion.value],
  );
  useLayoutEffect(() => runOnFrames(playback), [playback]);
  useLayoutEffect(() => announceScenes(film, playback), [film, playback]);
  useLayoutEffect(() => listenToFilmKeys(playback), [playback]);
  const number = playback.number.value;
  const running = playback.running.value;
  return (
    <>
      <div class="stage">
        <FilmCanvas film={film} playback={playback} />
      </div>
      <Toolbar class="actions film" label={t("screen.watch")}>
        <Range
          label={t("watch.scrub")}
          value={number}
          min={0}
          max={playback.frames}
          step={1}
          shown={t("watch.move", { number, all: playback.frames })}
          onChange={(frame) => playback.seek(frame)}
        />
        <div class="row">
          <Button icon="back" label={t("watch.back")} onPress={() => playback.back()} />
          <Button
            icon={running ? "pause" : "play"}
            label={t(running ? "watch.pause" : "watch.auto")}
            primary
            onPress={() => toggle(playback)}
          />
          <Button icon="step" label={t("watch.step")} onPress={() => playback.step()} />
          <Button icon="reset" label={t("watch.reset")} onPress={() => playback.reset()} />
        </div>
      </Toolbar>
    </>
  );
}

const toggle = (playback: PlaybackController): void =>
  playback.running.peek() ? playback.pause() : playback.play();

/** Effect that advances the playback on animation frames. Returns the cleanup function. */
function runOnFrames(playback: PlaybackController): () => void {
  let frame = 0;
  const stop = effect(() => {
    cancelAnimationFrame(frame);
    if (!playback.running.value) return;
    let before = performance.now();
    const advance = (now: number): void => {
      // Limited, so that the film resumes where it was after the tab was in the background.
      playback.advance(Math.min(Math.max(now - before, 0), 100));
      before = now;
      if (playback.running.peek()) frame = requestAnimationFrame(advance);
    };
    frame = requestAnimationFrame(advance);
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Effect that announces each step, and the winner assertively. */
function announceScenes(film: Film, playback: PlaybackController): () => void {
  return effect(() => {
    const resting = !playback.running.value;
    const scene = playback.scene.peek();
    if (!resting || scene.number === 0) return;
    (scene.ended ? announceNow : announce)(sceneText(film, scene));
  });
}

/** Adds the keyboard listener of the film. Returns the cleanup function. */
function listenToFilmKeys(playback: PlaybackController): () => void {
  const actions: Record<string, () => void> = {
    " ": () => toggle(playback),
    ArrowRight: () => playback.step(),
    ArrowLeft: () => playback.back(),
    Home: () => playback.reset(),
    End: () => playback.seek(playback.frames),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    // Form fields and buttons handle their own keys.
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    if (key === " " && target instanceof Element && target.matches("button, a")) return;
    const action = actions[key];
    if (action) action();
    else if (event.altKey || !runShortcut(key, {})) return;
    event.preventDefault();
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}
