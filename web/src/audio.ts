import { effect } from "@preact/signals";
import { music, sound, volume } from "./settings";
import { Sequencer } from "./sound/sequencer";
import { type SoundEffect, Synth } from "./sound/synth";

const synth = new Synth(() => volume.value);
const sequencer = new Sequencer(synth);

/** Makes a sound, if the person asked for sounds. */
export function playEffect(effect: SoundEffect): void {
  if (sound.value) synth.play(effect);
}

/** Lets the volume be heard while it is changed. */
export function playSample(): void {
  synth.play("land");
}

/** The music plays while it is wanted and the page that has it is open. Returns a way to stop. */
export function playMusic(): () => void {
  const stop = effect(() => {
    if (music.value && hasGesture()) sequencer.start();
    else sequencer.stop();
  });
  // A browser lets nothing sound before the first touch: music that was on at the last visit waits for it.
  const startMusic = (): void => {
    if (music.peek()) sequencer.start();
  };
  window.addEventListener("pointerdown", startMusic, { once: true });
  return () => {
    stop();
    window.removeEventListener("pointerdown", startMusic);
    sequencer.stop();
  };
}

const hasGesture = (): boolean => navigator.userActivation?.hasBeenActive ?? false;
