import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Client } from "./api/client";
import { Announcer } from "./components/Announcer";
import { Button } from "./components/Button";
import { Keys } from "./components/KeysSheet";
import { Settings } from "./components/SettingsSheet";
import { LANGUAGES, NAMES } from "./i18n/language";
import { say } from "./i18n/t";
import { away } from "./offline/network";
import { DOORS, type Door, door, enter, PATHS } from "./route";
import { Judge } from "./screens/Judge";
import { Play } from "./screens/Play";
import { Solve } from "./screens/Solve";
import { Watch } from "./screens/Watch";
import { language, next, shortcuts } from "./settings";
import { isWriting } from "./shortcuts";

const SCREENS: Record<Door, (props: { client: Client }) => JSX.Element> = {
  play: Play,
  watch: Watch,
  solve: Solve,
  judge: Judge,
};

/** The page: four doors, and what stands above them all. */
export function App({ client }: { client: Client }): JSX.Element {
  const sheet = useSignal<"keys" | "settings" | null>(null);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "?" || !shortcuts.value) return;
      if (!isWriting(event.target) && !document.querySelector("dialog[open]")) sheet.value = "keys";
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const Screen = SCREENS[door.value];
  const other = next(LANGUAGES, language.value);
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {say("app.skip")}
      </button>
      <header class="head">
        <h1 class="brand">
          <i class="emblem" aria-hidden="true" />
          <span>{say("app.name")}</span>
          <span class="unseen">{say(`door.${door.value}`)}</span>
        </h1>
        <nav class="doors" aria-label={say("app.doors")}>
          {DOORS.map((each) => (
            <a
              key={each}
              href={PATHS[each]}
              aria-current={each === door.value ? "page" : undefined}
              onClick={(event) => {
                // A new tab or window is the browser's business.
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                enter(each);
              }}
            >
              {say(`door.${each}`)}
            </a>
          ))}
        </nav>
        <div class="tools">
          <p class="away" role="status">
            {away.value ? say("app.away") : ""}
          </p>
          <button
            type="button"
            class="button bare language"
            lang={NAMES[other].tag}
            onClick={() => (language.value = other)}
          >
            {NAMES[other].own}
          </button>
          <Button
            icon="keys"
            kind="for-keys"
            label={say("app.keys")}
            bare
            onPress={() => (sheet.value = "keys")}
          />
          <Button icon="gear" label={say("app.settings")} bare onPress={() => (sheet.value = "settings")} />
        </div>
      </header>
      <Screen client={client} />
      {sheet.value === "keys" && <Keys onClose={() => (sheet.value = null)} />}
      {sheet.value === "settings" && (
        <Settings onClose={() => (sheet.value = null)} onKeys={() => (sheet.value = "keys")} />
      )}
      <Announcer />
    </>
  );
}

/** To the board. No link: the address is the position. */
function skip(): void {
  document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"], #main button')?.focus();
}
