import type { JSX } from "preact";
import { playSample } from "../audio";
import { t } from "../i18n/t";
import { music, sound, volume } from "../settings";
import { Button } from "./Button";
import { Range } from "./FormFields";

/** Switches of sounds and music, with the volume. */
export function SoundControls(): JSX.Element {
  return (
    <div class="stack">
      <div class="pair">
        <Button
          icon={sound.value ? "sound" : "mute"}
          label={t("watch.sound")}
          pressed={sound.value}
          onPress={() => {
            sound.value = !sound.value;
            if (sound.value) playSample();
          }}
        />
        <Button
          icon="music"
          label={t("watch.music")}
          pressed={music.value}
          onPress={() => (music.value = !music.value)}
        />
      </div>
      <VolumeField />
    </div>
  );
}

/** Volume slider; a sample tone plays while it changes. */
export function VolumeField(): JSX.Element {
  return (
    <Range
      label={t("watch.volume")}
      value={volume.value}
      min={0}
      max={1}
      step={0.05}
      shown={`${Math.round(volume.value * 100)}%`}
      onChange={(loud) => {
        volume.value = loud;
        playSample();
      }}
    />
  );
}
