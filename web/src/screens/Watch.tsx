import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { alarm } from "../announce";
import { type Client, Refusal } from "../api/client";
import type { Fault, Film } from "../api/types";
import { other } from "../board/point";
import { areaOf } from "../game/match";
import { Button } from "../parts/Button";
import { FaultNote } from "../parts/Fault";
import { Range, Select } from "../parts/Field";
import { Panel } from "../parts/Panel";
import { PixelScreen } from "../parts/PixelScreen";
import { isBrief, Projector } from "../pixel/projector";
import { FASTEST, SLOWEST } from "../pixel/timeline";
import { filmWish, HANDS, type HandName, questionOf, SIDES } from "../pixel/wish";
import { music, sound, speed, still, volume } from "../settings";
import { playMusic, sample, sounds } from "../speaker";
import { say } from "../words/say";

/** Pixel NoGo: a whole game, told stone by stone. */
export function Watch({ client }: { client: Client }): JSX.Element {
  const film = useSignal<Film | null>(null);
  const fault = useSignal<Fault | null>(null);
  const wish = filmWish.value;
  const load = (): void => {
    client.film(questionOf(filmWish.value)).then(
      (answer) => {
        film.value = answer;
        fault.value = null;
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        fault.value = error.fault;
      },
    );
  };
  useEffect(load, [wish]);
  useEffect(playMusic, []);
  return (
    <main class="screen watch" id="main">
      {film.value ? (
        <Cinema key={wish.seed} film={film.value} />
      ) : (
        <div class="stage">
          <div class="board waiting" />
        </div>
      )}
      <Panel>
        <FaultNote fault={fault.value} onAgain={load} />
        <Wishes />
        <Sounds />
        {film.value && isBrief(film.value) && <p class="quiet">{say("watch.brief")}</p>}
        {still.value && <p class="quiet">{say("watch.still")}</p>}
        <p class="quiet">{say("watch.legend")}</p>
      </Panel>
    </main>
  );
}

/** The picture and what runs it. */
function Cinema({ film }: { film: Film }): JSX.Element {
  const projector = useMemo(
    () =>
      new Projector(film, { speed: speed.peek(), still: still.peek() }, (beat) => {
        if (beat.kind === "land" || beat.kind === "merge" || beat.kind === "end") sounds(beat.kind);
        if (beat.kind === "end") {
          alarm(
            say("watch.stuck", {
              color: say(`color.${film.stuck}`),
              winner: say(`color.${other(film.stuck)}`),
            }),
          );
        }
      }),
    [film],
  );
  useEffect(
    () => projector.change({ speed: speed.value, still: still.value }),
    [projector, speed.value, still.value],
  );
  useEffect(() => run(projector), [projector]);
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
            onPress={() => (running ? projector.pause() : projector.auto())}
          />
          <Button icon="step" label={say("watch.step")} onPress={() => projector.step()} />
          <Button icon="reset" label={say("watch.reset")} onPress={() => projector.reset()} />
        </div>
      </div>
    </>
  );
}

/** Lets the projector run with the screen. Returns a way to stop. */
function run(projector: Projector): () => void {
  let frame = 0;
  let before = performance.now();
  const pass = (now: number): void => {
    projector.pass(Math.min(now - before, 100));
    before = now;
    frame = requestAnimationFrame(pass);
  };
  frame = requestAnimationFrame(pass);
  return () => cancelAnimationFrame(frame);
}

function Wishes(): JSX.Element {
  const wish = filmWish.value;
  const hands = HANDS.map((hand): [HandName, string] => [hand, say(`watch.hand.${hand}`)]);
  const change = (part: Partial<typeof wish>): void => {
    filmWish.value = { ...wish, ...part };
  };
  return (
    <div class="stack">
      <div class="pair">
        <Select
          label={say("watch.player", { color: say("color.black") })}
          value={wish.black}
          choices={hands}
          onChoose={(black) => change({ black })}
        />
        <Select
          label={say("watch.player", { color: say("color.white") })}
          value={wish.white}
          choices={hands}
          onChoose={(white) => change({ white })}
        />
      </div>
      <div class="pair">
        <Select
          label={say("watch.size")}
          value={String(wish.side)}
          onChoose={(side) => change({ side: Number(side) })}
          choices={SIDES.map((side) => [String(side), say("size.of", { ...areaOf(side)! })])}
        />
        <Button icon="plus" label={say("watch.new")} onPress={() => change({ seed: wish.seed + 1 })} />
      </div>
      <Range
        label={say("watch.speed")}
        value={speed.value}
        min={SLOWEST}
        max={FASTEST}
        step={0.25}
        shown={`${speed.value}×`}
        onChange={(fast) => (speed.value = fast)}
      />
    </div>
  );
}

function Sounds(): JSX.Element {
  return (
    <div class="stack">
      <div class="pair">
        <Button
          icon={sound.value ? "sound" : "mute"}
          label={say("watch.sound")}
          pressed={sound.value}
          onPress={() => {
            sound.value = !sound.value;
            if (sound.value) sample();
          }}
        />
        <Button
          icon="music"
          label={say("watch.music")}
          pressed={music.value}
          onPress={() => (music.value = !music.value)}
        />
      </div>
      <Range
        label={say("watch.volume")}
        value={volume.value}
        min={0}
        max={1}
        step={0.05}
        shown={`${Math.round(volume.value * 100)}%`}
        onChange={(loud) => {
          volume.value = loud;
          sample();
        }}
      />
    </div>
  );
}
