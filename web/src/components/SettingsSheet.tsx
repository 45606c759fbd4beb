import type { JSX } from "preact";
import { LANGUAGES, NAMES } from "../i18n/language";
import { say } from "../i18n/t";
import * as settings from "../settings";
import { Button } from "./Button";
import { Segments, Switch } from "./FormFields";
import { Sheet } from "./Sheet";
import { Volume } from "./SoundControls";

interface SettingsProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

export function Settings({ onClose, onKeys }: SettingsProps): JSX.Element {
  const { theme, mode, language, placing, numbers, coordinates, flipped, evaluation, sound, shortcuts } =
    settings;
  const { THEMES, MODES, PLACINGS } = settings;
  return (
    <Sheet title={say("app.settings")} onClose={onClose}>
      <Segments
        label={say("settings.theme")}
        value={theme.value}
        onChoose={(it) => (theme.value = it)}
        choices={THEMES.map((it) => [it, say(`theme.${it}`)])}
      />
      <Segments
        label={say("settings.mode")}
        value={mode.value}
        onChoose={(it) => (mode.value = it)}
        choices={MODES.map((it) => [it, say(`mode.${it}`)])}
      />
      <Segments
        label={say("settings.language")}
        value={language.value}
        onChoose={(it) => (language.value = it)}
        choices={LANGUAGES.map((it) => [it, NAMES[it].own])}
      />
      <Segments
        label={say("settings.placing")}
        value={placing.value}
        onChoose={(it) => (placing.value = it)}
        choices={PLACINGS.map((it) => [it, say(`placing.${it}`)])}
      />
      <div class="switches">
        <Switch label={say("settings.numbers")} on={numbers.value} onChange={(on) => (numbers.value = on)} />
        <Switch
          label={say("settings.coordinates")}
          on={coordinates.value}
          onChange={(on) => (coordinates.value = on)}
        />
        <Switch label={say("settings.flipped")} on={flipped.value} onChange={(on) => (flipped.value = on)} />
        <Switch
          label={say("settings.evaluation")}
          on={evaluation.value}
          onChange={(on) => (evaluation.value = on)}
        />
        <Switch
          label={say("settings.shortcuts")}
          on={shortcuts.value}
          onChange={(on) => (shortcuts.value = on)}
        />
        <Switch label={say("settings.sound")} on={sound.value} onChange={(on) => (sound.value = on)} />
      </div>
      <Volume />
      <Button icon="keys" label={say("app.keys")} onPress={onKeys} />
    </Sheet>
  );
}
