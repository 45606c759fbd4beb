import { effect } from "@preact/signals";
import { music, sound, stoneSound, volume } from "./settings";
import { Sequencer } from "./sound/sequencer";
import { type SoundEffect, Synth } from "./sound/synth";

const synth = new Synth(() => volume.value);
const sequencer = new Sequencer(synth);

/** Plays a sound effect, if sounds are on. */
export function playEffect(effect: SoundEffect): void {
  if (sound.value) synth.play(effect);
}

/** Plays the chosen sound of a stone, if sounds are on. */
export function playStone(): void {
  playEffect(stoneSound.value);
}

/** Plays a sample while the volume or the sound of a stone is changed. */
export function playSample(): void {
  synth.play(stoneSound.value);
}

/** Effect hook: plays the music while it is on and the screen is mounted. Returns the cleanup function. */
export function playMusic(): () => void {
  const stop = effect(() => {
    if (music.value && hasGesture()) sequencer.start();
    else sequencer.stop();
  });
  // Autoplay policy: no sound before the first user gesture, so stored music waits for it.
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
