/** One tone: a wave that starts at once and dies away. */
interface Tone {
  readonly wave: OscillatorType;
  readonly from: number;
  /** The frequency it slides to. */
  readonly to?: number;
  readonly lasts: number;
  readonly loud: number;
  readonly after?: number;
}

export type Effect = "land" | "merge" | "illegal" | "end";

const EFFECTS: Record<Effect, readonly Tone[]> = {
  land: [{ wave: "square", from: 659, to: 440, lasts: 0.09, loud: 0.5 }],
  merge: [
    { wave: "square", from: 523, lasts: 0.07, loud: 0.35 },
    { wave: "square", from: 784, lasts: 0.12, loud: 0.35, after: 0.07 },
  ],
  illegal: [{ wave: "square", from: 130, to: 98, lasts: 0.16, loud: 0.4 }],
  end: [
    { wave: "sawtooth", from: 110, to: 82, lasts: 0.5, loud: 0.5 },
    { wave: "square", from: 55, lasts: 0.5, loud: 0.4 },
  ],
};

/** Makes sounds with oscillators alone. Nothing exists before the first sound: browsers want a gesture first. */
export class Synth {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;

  constructor(private volume: () => number) {}

  play(effect: Effect): void {
    const { context } = this.wake();
    for (const tone of EFFECTS[effect]) this.tone(context.currentTime + (tone.after ?? 0), tone);
  }

  /** Sounds a tone at a time of the synth's own clock. */
  tone(at: number, { wave, from, to, lasts, loud }: Tone): void {
    const { context, master } = this.wake();
    const oscillator = context.createOscillator();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(from, at);
    if (to) oscillator.frequency.exponentialRampToValueAtTime(to, at + lasts);
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    oscillator.connect(gain).connect(master);
    oscillator.start(at);
    oscillator.stop(at + lasts);
  }

  /** The time by the synth's own clock, in seconds. */
  now(): number {
    return this.wake().context.currentTime;
  }

  private wake(): { context: AudioContext; master: GainNode } {
    if (!this.context || !this.master) {
      this.context = new AudioContext();
      this.master = this.context.createGain();
      this.master.connect(this.context.destination);
    }
    if (this.context.state === "suspended") void this.context.resume();
    // Loudness is heard by its logarithm, and square waves are loud.
    this.master.gain.value = this.volume() ** 2 * 0.25;
    return { context: this.context, master: this.master };
  }
}
