import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { type Client, Refusal } from "../api/client";
import type { Fault, Film } from "../api/types";
import { linkFault } from "../game/link";
import { areaOf } from "../game/match";
import { Button } from "../parts/Button";
import { Cinema } from "../parts/Cinema";
import { FaultNote } from "../parts/Fault";
import { Range, Select } from "../parts/Field";
import { Legend } from "../parts/Legend";
import { LinkNote } from "../parts/LinkNote";
import { Panel } from "../parts/Panel";
import { Sounds } from "../parts/Sounds";
import { isBrief } from "../pixel/projector";
import { FASTEST, SLOWEST } from "../pixel/timeline";
import { filmWish, HANDS, type HandName, linkedWish, questionOf, SIDES, wishLink } from "../pixel/wish";
import { acceptLink, mark, refuseLink } from "../route";
import { speed, still } from "../settings";
import { playMusic } from "../speaker";
import { say } from "../words/say";

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
