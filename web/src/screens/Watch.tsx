import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { type Client, Refusal } from "../api/client";
import type { Fault, Film } from "../api/types";
import { playMusic } from "../audio";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { Cinema } from "../components/FilmPlayer";
import { Range, Select } from "../components/FormFields";
import { Legend } from "../components/Legend";
import { LinkNote } from "../components/LinkErrorNote";
import { Panel } from "../components/Panel";
import { Sounds } from "../components/SoundControls";
import { linkFault } from "../game/link";
import { areaOf } from "../game/match";
import { say } from "../i18n/t";
import {
  filmWish,
  HANDS,
  type HandName,
  linkedWish,
  questionOf,
  SIDES,
  wishLink,
} from "../pixel/filmSettings";
import { isBrief } from "../pixel/playbackController";
import { FASTEST, SLOWEST } from "../pixel/timeline";
import { acceptLink, mark, refuseLink } from "../route";
import { speed, still } from "../settings";

/** Pixel NoGo: a whole game, told stone by stone. */
export function Watch({ client }: { client: Client }): JSX.Element {
  const film = useSignal<Film | null>(null);
  const fault = useSignal<Fault | null>(null);
  useLayoutEffect(() => {
    const visit = (): void => {
      const link = location.hash.replace(/^#/, "");
      const wished = linkedWish(link);
      if (wished && wishLink(wished) === wishLink(filmWish.peek())) acceptLink();
      else if (wished) filmWish.value = wished;
      else if (link !== "") refuseLink({ text: linkFault("film", link) });
    };
    visit();
    window.addEventListener("hashchange", visit);
    return () => window.removeEventListener("hashchange", visit);
  }, []);
  const wish = filmWish.value;
  const load = (): void => {
    mark(wishLink(wish));
    client.film(questionOf(wish)).then(
      (answer) => {
        // A late answer to an old wish is no longer wanted.
        if (wish !== filmWish.peek()) return;
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
        <Cinema film={film.value} />
      ) : (
        <div class="stage">
          <div class="board waiting" />
        </div>
      )}
      <Panel>
        <LinkNote />
        <FaultNote fault={fault.value} onAgain={load} />
        <Wishes />
        {film.value && isBrief(film.value, speed.value) && <p class="quiet">{say("watch.brief")}</p>}
        {still.value && <p class="quiet">{say("watch.still")}</p>}
        <Sounds />
        <Legend />
      </Panel>
    </main>
  );
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
