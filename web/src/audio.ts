import { effect } from "@preact/signals";
import { music, sound, volume } from "./settings";
import { Band } from "./sound/sequencer";
import { type Effect, Synth } from "./sound/synth";

const synth = new Synth(() => volume.value);
const band = new Band(synth);

/** Makes a sound, if the person asked for sounds. */
export function sounds(effect: Effect): void {
  if (sound.value) synth.play(effect);
}

/** Lets the volume be heard while it is changed. */
export function sample(): void {
  synth.play("land");
}

/** The music plays while it is wanted and the page that has it is open. Returns a way to stop. */
export function playMusic(): () => void {
  const stop = effect(() => {
    if (music.value && hasGesture()) band.start();
    else band.stop();
  });
  // A browser lets nothing sound before the first touch: music that was on at the last visit waits for it.
  const begin = (): void => {
    if (music.peek()) band.start();
  };
  window.addEventListener("pointerdown", begin, { once: true });
  return () => {
    stop();
    window.removeEventListener("pointerdown", begin);
    band.stop();
  };
}

const hasGesture = (): boolean => navigator.userActivation?.hasBeenActive ?? false;
