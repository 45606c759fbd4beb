/** One tone: an oscillator with a decaying envelope. */
interface Tone {
  readonly wave: OscillatorType;
  readonly frequency: number;
  /** Frequency at its end. */
  readonly endFrequency?: number;
  readonly duration: number;
  readonly gain: number;
  readonly delay?: number;
}

export type SoundEffect = "wood" | "glass" | "chip" | "merge" | "illegal" | "end";

const EFFECTS: Record<SoundEffect, readonly Tone[]> = {
  wood: [
    { wave: "triangle", frequency: 1150, endFrequency: 320, duration: 0.045, gain: 1 },
    { wave: "sine", frequency: 240, endFrequency: 130, duration: 0.1, gain: 1 },
  ],
  glass: [
    { wave: "sine", frequency: 2350, endFrequency: 2200, duration: 0.16, gain: 0.5 },
    { wave: "sine", frequency: 3620, endFrequency: 3500, duration: 0.09, gain: 0.25 },
  ],
  chip: [{ wave: "square", frequency: 659, endFrequency: 440, duration: 0.09, gain: 0.5 }],
  merge: [
    { wave: "square", frequency: 523, duration: 0.07, gain: 0.35 },
    { wave: "square", frequency: 784, duration: 0.12, gain: 0.35, delay: 0.07 },
  ],
  illegal: [{ wave: "square", frequency: 130, endFrequency: 98, duration: 0.16, gain: 0.4 }],
  end: [
    { wave: "sawtooth", frequency: 110, endFrequency: 82, duration: 0.5, gain: 0.5 },
    { wave: "square", frequency: 55, duration: 0.5, gain: 0.4 },
  ],
};

/**
 * Synthesizer on oscillators. The audio context is created with the first sound, as the autoplay policy
 * asks.
 */
export class Synth {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;

  constructor(private volume: () => number) {}

  play(effect: SoundEffect): void {
    const { context } = this.resume();
    for (const tone of EFFECTS[effect]) this.tone(context.currentTime + (tone.delay ?? 0), tone);
  }

  /** Schedules a tone on the clock of the audio context. */
  tone(at: number, { wave, frequency, endFrequency, duration, gain }: Tone): void {
    const { context, master } = this.resume();
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(frequency, at);
    if (endFrequency) oscillator.frequency.exponentialRampToValueAtTime(endFrequency, at + duration);
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(gain, at);
    envelope.gain.exponentialRampToValueAtTime(0.001, at + duration);
    oscillator.connect(envelope).connect(master);
    oscillator.start(at);
    oscillator.stop(at + duration);
  }

  /** Time of the audio context, in seconds. */
  now(): number {
    return this.resume().context.currentTime;
  }

  private resume(): { context: AudioContext; master: GainNode } {
    if (!this.context || !this.master) {
      this.context = new AudioContext();
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
    }
    if (this.context.state === "suspended") void this.context.resume();
    // Loudness is perceived logarithmically, and square waves are loud.
    this.master.gain.value = this.volume() ** 2 * 0.25;
    return { context: this.context, master: this.master };
  }
}
