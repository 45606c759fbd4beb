import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Client } from "./api/client";
import { Announcer } from "./components/Announcer";
import { Button } from "./components/Button";
import { FriendLoader } from "./components/FriendLoader";
import { KeysSheet } from "./components/KeysSheet";
import { LanguageMenu } from "./components/LanguageMenu";
import { LazyScreen } from "./components/LazyScreen";
import { SettingsSheet } from "./components/SettingsSheet";
import { Toast } from "./components/Toast";
import { lostWorkers } from "./engine/engineState";
import { t } from "./i18n/t";
import { isOffline } from "./offline/network";
import { currentScreen, followScreenLink, PATHS, SCREENS, type Screen } from "./route";
import { Play } from "./screens/Play";
import { isTextInput, shortcutOf } from "./shortcuts";

const loadJudge = async () => (await import("./screens/Judge")).Judge;
const loadPuzzles = async () => (await import("./screens/Puzzles")).Puzzles;
const loadSolve = async () => (await import("./screens/Solve")).Solve;
const loadWatch = async () => (await import("./screens/Watch")).Watch;

const COMPONENTS: Record<Screen, (props: { client: Client }) => JSX.Element> = {
  play: Play,
  puzzles: ({ client }) => <LazyScreen client={client} load={loadPuzzles} />,
  watch: ({ client }) => <LazyScreen client={client} load={loadWatch} />,
  solve: ({ client }) => <LazyScreen client={client} load={loadSolve} />,
  judge: ({ client }) => <LazyScreen client={client} load={loadJudge} />,
  friend: FriendLoader,
};

/** Root component: header, navigation, the current screen and the live regions. */
export function App({ client }: { client: Client }): JSX.Element {
  const sheet = useSignal<"keys" | "settings" | null>(null);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (shortcutOf(event.key) !== "sheet") return;
      if (!isTextInput(event.target) && !document.querySelector("dialog[open]")) sheet.value = "keys";
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const CurrentScreen = COMPONENTS[currentScreen.value];
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {t("app.skip")}
      </button>
      <header class="head">
        <h1 class="brand">
          <i class="emblem" aria-hidden="true" />
          <span>{t("app.name")}</span>
          <span class="visually-hidden">{t(`screen.${currentScreen.value}`)}</span>
        </h1>
        <nav class="screen-nav" aria-label={t("app.screens")}>
          {SCREENS.map((each) => (
            <a
              key={each}
              href={PATHS[each]}
              aria-current={each === currentScreen.value ? "page" : undefined}
              onClick={(event) => followScreenLink(event, each)}
            >
              {t(`screen.${each}`)}
            </a>
          ))}
        </nav>
        <div class="tools">
          <p class="offline" role="status">
            {isOffline.value ? t("app.offline") : lostWorkers.value > 0 ? t("app.engineLost") : ""}
          </p>
          <LanguageMenu />
          <Button
            icon="keys"
            kind="for-keys"
            label={t("app.keys")}
            bare
            onPress={() => (sheet.value = "keys")}
          />
          <Button icon="gear" label={t("app.settings")} bare onPress={() => (sheet.value = "settings")} />
        </div>
      </header>
      <CurrentScreen client={client} />
      {sheet.value === "keys" && <KeysSheet onClose={() => (sheet.value = null)} />}
      {sheet.value === "settings" && (
        <SettingsSheet onClose={() => (sheet.value = null)} onKeys={() => (sheet.value = "keys")} />
      )}
      <Announcer />
      <Toast />
    </>
  );
}

/** Skip link to the board. It is a button, because the hash of the address is the position. */
function skip(): void {
  document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"], #main button')?.focus();
}
