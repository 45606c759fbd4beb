import type { JSX } from "preact";
import { playSample } from "../audio";
import { hasEngine } from "../engine/engineState";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n/language";
import { t } from "../i18n/t";
import * as settings from "../settings";
import { Button } from "./Button";
import { Segments, Switch } from "./FormFields";
import { Sheet } from "./Sheet";
import { VolumeField } from "./SoundControls";

interface SettingsSheetProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

export function SettingsSheet({ onClose, onKeys }: SettingsSheetProps): JSX.Element {
  const { theme, mode, language, placing, numbers, coordinates, flipped, evaluation, sound, shortcuts } =
    settings;
  const { thinking, stoneSound, chooseLanguage, THEMES, MODES, PLACINGS, THINKING_PLACES, STONE_SOUNDS } =
    settings;
  return (
    <Sheet title={t("app.settings")} onClose={onClose}>
      <Segments
        label={t("settings.theme")}
        value={theme.value}
        onChoose={(it) => (theme.value = it)}
        choices={THEMES.map((it) => [it, t(`theme.${it}`)])}
      />
      <Segments
        label={t("settings.mode")}
        value={mode.value}
        onChoose={(it) => (mode.value = it)}
        choices={MODES.map((it) => [it, t(`mode.${it}`)])}
      />
      <Segments
        label={t("settings.language")}
        value={language.value}
        onChoose={(it) => void chooseLanguage(it)}
        choices={LANGUAGES.map((it) => [it, LANGUAGE_NAMES[it].name])}
      />
      <Segments
        label={t("settings.placing")}
        value={placing.value}
        onChoose={(it) => (placing.value = it)}
        choices={PLACINGS.map((it) => [it, t(`placing.${it}`)])}
      />
      {hasEngine.value && (
        <Segments
          label={t("settings.thinking")}
          value={thinking.value}
          onChoose={(it) => (thinking.value = it)}
          choices={THINKING_PLACES.map((it) => [it, t(`thinking.${it}`)])}
        />
      )}
      <div class="switches">
        <Switch label={t("settings.numbers")} on={numbers.value} onChange={(on) => (numbers.value = on)} />
        <Switch
          label={t("settings.coordinates")}
          on={coordinates.value}
          onChange={(on) => (coordinates.value = on)}
        />
        <Switch label={t("settings.flipped")} on={flipped.value} onChange={(on) => (flipped.value = on)} />
        <Switch
          label={t("settings.evaluation")}
          on={evaluation.value}
          onChange={(on) => (evaluation.value = on)}
        />
        <Switch
          label={t("settings.shortcuts")}
          on={shortcuts.value}
          onChange={(on) => (shortcuts.value = on)}
        />
        <Switch label={t("settings.sound")} on={sound.value} onChange={(on) => (sound.value = on)} />
      </div>
      <Segments
        label={t("settings.soundKind")}
        value={stoneSound.value}
        onChoose={(it) => {
          stoneSound.value = it;
          playSample();
        }}
        choices={STONE_SOUNDS.map((it) => [it, t(`soundKind.${it}`)])}
      />
      <VolumeField />
      <Button icon="keys" label={t("app.keys")} onPress={onKeys} />
    </Sheet>
  );
}
