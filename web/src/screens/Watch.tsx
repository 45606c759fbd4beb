import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { showSuccess } from "../announce";
import { asApiError, type Client } from "../api/client";
import type { Fault, Film } from "../api/types";
import { playMusic } from "../audio";
import { copyText } from "../clipboard";
import { Button } from "../components/Button";
import { CopyLinkSheet } from "../components/CopyLinkSheet";
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
  nextFilm,
  PLAYERS,
  type PlayerName,
  parseFilmLink,
  SIDES,
} from "../pixel/filmSettings";
import { isInstant } from "../pixel/playbackController";
import { SPEEDS } from "../pixel/timeline";
import { listenToHash, navigate, rejectLink, replaceHash } from "../route";
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
        <p class="quiet">{t("watch.about")}</p>
        <FilmSettingsForm />
        <NextSteps />
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
        <Button
          icon="plus"
          label={t("watch.another")}
          onPress={() => (filmSettings.value = nextFilm(settings))}
        />
      </div>
      <Range
        label={t("watch.speed")}
        value={Math.max(
          0,
          SPEEDS.findIndex((each) => each >= speed.value),
        )}
        min={0}
        max={SPEEDS.length - 1}
        step={1}
        shown={`${speed.value}×`}
        onChange={(index) => (speed.value = SPEEDS[index]!)}
      />
    </div>
  );
}

/** What one may do after a film: play such a game, or send the film on. */
function NextSteps(): JSX.Element {
  const denied = useSignal("");
  const share = async (): Promise<void> => {
    const link = location.href;
    if (await copyText(link)) showSuccess(t("play.copied"));
    else denied.value = link;
  };
  return (
    <section class="pair" aria-label={t("watch.next")}>
      <Button icon="play" label={t("watch.playNoGo")} onPress={() => navigate("play", "nogo/9x9")} />
      <Button icon="link" label={t("play.link")} onPress={() => void share()} />
      {denied.value && <CopyLinkSheet link={denied.value} onClose={() => (denied.value = "")} />}
    </section>
  );
}
