import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { alarm, tell } from "../announce";
import type { Film } from "../api/types";
import { sounds } from "../audio";
import { say } from "../i18n/t";
import { Projector } from "../pixel/playbackController";
import { story } from "../pixel/sceneText";
import { speed, still } from "../settings";
import { letter } from "../shortcuts";
import { Button } from "./Button";
import { PixelScreen } from "./FilmCanvas";
import { Range } from "./FormFields";

/** The picture and what runs it. */
export function Cinema({ film }: { film: Film }): JSX.Element {
  const projector = useMemo(() => {
    const manner = { speed: speed.peek(), still: still.peek() };
    return new Projector(film, manner, ({ kind }) => {
      if (kind === "land" || kind === "merge" || kind === "end") sounds(kind);
    });
  }, [film]);
  useLayoutEffect(
    () => projector.change({ speed: speed.value, still: still.value }),
    [projector, speed.value, still.value],
  );
  useLayoutEffect(() => run(projector), [projector]);
  useLayoutEffect(() => readOut(film, projector), [film, projector]);
  useLayoutEffect(() => listen(projector), [projector]);
  const number = projector.number.value;
  const running = projector.running.value;
  return (
    <>
      <div class="stage">
        <PixelScreen film={film} projector={projector} />
      </div>
      <div class="actions film" role="toolbar" aria-label={say("door.watch")}>
        <Range
          label={say("watch.scrub")}
          value={number}
          min={0}
          max={projector.frames}
          step={1}
          shown={say("watch.move", { number, all: projector.frames })}
          onChange={(frame) => projector.seek(frame)}
        />
        <div class="row">
          <Button icon="back" label={say("watch.back")} onPress={() => projector.back()} />
          <Button
            icon={running ? "pause" : "play"}
            label={say(running ? "watch.pause" : "watch.auto")}
            primary
            onPress={() => toggle(projector)}
          />
          <Button icon="step" label={say("watch.step")} onPress={() => projector.step()} />
          <Button icon="reset" label={say("watch.reset")} onPress={() => projector.reset()} />
        </div>
      </div>
    </>
  );
}

const toggle = (projector: Projector): void =>
  projector.running.peek() ? projector.pause() : projector.auto();

/** Lets the projector go with the screen while it runs. Returns a way to stop. */
function run(projector: Projector): () => void {
  let frame = 0;
  const stop = effect(() => {
    cancelAnimationFrame(frame);
    if (!projector.running.value) return;
    let before = performance.now();
    const pass = (now: number): void => {
      // After a pause of the browser the film goes on where it was.
      projector.pass(Math.min(Math.max(now - before, 0), 100));
      before = now;
      if (projector.running.peek()) frame = requestAnimationFrame(pass);
    };
    frame = requestAnimationFrame(pass);
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Reads out what a step showed, and at once who won. */
function readOut(film: Film, projector: Projector): () => void {
  return effect(() => {
    const resting = !projector.running.value;
    const scene = projector.scene.peek();
    if (!resting || scene.number === 0) return;
    (scene.ended ? alarm : tell)(story(film, scene));
  });
}

/** The keys of the film. Returns a way to stop listening. */
function listen(projector: Projector): () => void {
  const acts: Record<string, () => void> = {
    " ": () => toggle(projector),
    ArrowRight: () => projector.step(),
    ArrowLeft: () => projector.back(),
    Home: () => projector.reset(),
    End: () => projector.seek(projector.frames),
  };
  const press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    // Fields and buttons know what to do with their keys.
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    if (key === " " && target instanceof Element && target.matches("button, a")) return;
    const act = acts[key];
    if (act) act();
    else if (event.altKey || !letter(key, {})) return;
    event.preventDefault();
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}
