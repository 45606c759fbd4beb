import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { asApiError, type Client } from "../api/client";
import type { Fault, Film } from "../api/types";
import { playMusic } from "../audio";
import { Button } from "../components/Button";
import { FaultNote } from "../components/FaultNote";
import { FilmPlayer } from "../components/FilmPlayer";
import { Range, Select } from "../components/FormFields";
import { Legend } from "../components/Legend";
import { LinkErrorNote } from "../components/LinkErrorNote";
import { Panel } from "../components/Panel";
import { SoundControls } from "../components/SoundControls";
import { linkError } from "../game/link";
import { squareArea } from "../game/match";
import { t } from "../i18n/t";
import {
  filmRequest,
  filmSettings,
  formatFilmLink,
  PLAYERS,
  type PlayerName,
  parseFilmLink,
  SIDES,
} from "../pixel/filmSettings";
import { isInstant } from "../pixel/playbackController";
import { MAX_SPEED, MIN_SPEED } from "../pixel/timeline";
import { listenToHash, rejectLink, replaceHash } from "../route";
import { reducedMotion, speed } from "../settings";

/** Watch screen: the animation of a whole NoGo game. */
export function Watch({ client }: { client: Client }): JSX.Element {
  const film = useSignal<Film | null>(null);
  const fault = useSignal<Fault | null>(null);
  useLayoutEffect(() => {
    const followHash = (): void => {
      const link = location.hash.replace(/^#/, "");
      const linked = parseFilmLink(link);
      const isShown = linked && formatFilmLink(linked) === formatFilmLink(filmSettings.peek());
      if (linked && !isShown) filmSettings.value = linked;
      else if (!linked && link !== "") rejectLink({ text: linkError("film", link) });
    };
    followHash();
    return listenToHash(followHash);
  }, []);
  const settings = filmSettings.value;
  const load = (): void => {
    replaceHash(formatFilmLink(settings));
    client.film(filmRequest(settings)).then(
      (response) => {
        // Drop the response if the settings have changed.
        if (settings !== filmSettings.peek()) return;
        film.value = response;
        fault.value = null;
      },
      (error: unknown) => {
        fault.value = asApiError(error).fault;
      },
    );
  };
  useEffect(load, [settings]);
  useEffect(playMusic, []);
  return (
    <main class="screen watch" id="main">
      {film.value ? (
        <FilmPlayer film={film.value} />
      ) : (
        <div class="stage">
          <div class="board waiting" />
        </div>
      )}
      <Panel>
        <LinkErrorNote />
        <FaultNote fault={fault.value} onAgain={load} />
        <FilmSettingsForm />
        {film.value && isInstant(film.value, speed.value) && <p class="quiet">{t("watch.brief")}</p>}
        {reducedMotion.value && <p class="quiet">{t("watch.still")}</p>}
        <SoundControls />
        <Legend />
      </Panel>
    </main>
  );
}

function FilmSettingsForm(): JSX.Element {
  const settings = filmSettings.value;
  const players = PLAYERS.map((player): [PlayerName, string] => [player, t(`watch.kind.${player}`)]);
  const change = (part: Partial<typeof settings>): void => {
    filmSettings.value = { ...settings, ...part };
  };
  return (
    <div class="stack">
      <div class="pair">
        <Select
          label={t("watch.player", { color: t("color.black") })}
          value={settings.black}
          choices={players}
          onChoose={(black) => change({ black })}
        />
        <Select
          label={t("watch.player", { color: t("color.white") })}
          value={settings.white}
          choices={players}
          onChoose={(white) => change({ white })}
        />
      </div>
      <div class="pair">
        <Select
          label={t("watch.size")}
          value={String(settings.side)}
          onChoose={(side) => change({ side: Number(side) })}
          choices={SIDES.map((side) => [String(side), t("size.of", { ...squareArea(side)! })])}
        />
        <Button icon="plus" label={t("watch.new")} onPress={() => change({ seed: settings.seed + 1 })} />
      </div>
      <Range
        label={t("watch.speed")}
        value={speed.value}
        min={MIN_SPEED}
        max={MAX_SPEED}
        step={0.25}
        shown={`${speed.value}×`}
        onChange={(fast) => (speed.value = fast)}
      />
    </div>
  );
}
