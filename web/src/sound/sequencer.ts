import type { Synth } from "./synth";
import { tune } from "./tune";

const STEP = 0.15;
/** Notes are handed to the synth this long before they sound, so that a busy page does not stumble. */
const AHEAD = 0.3;

/** Plays the tune over and over. */
export class Band {
  private timer = 0;
  private next = 0;
  private at = 0;
  private readonly steps = tune();

  constructor(private readonly synth: Synth) {}

  start(): void {
    if (this.timer) return;
    this.next = 0;
    this.at = this.synth.now() + 0.05;
    this.timer = window.setInterval(() => this.fill(), 60);
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
  }

  private fill(): void {
    const now = this.synth.now();
    // After a sleep the tune goes on from now.
    this.at = Math.max(this.at, now);
    while (this.at < now + AHEAD) {
      const step = this.steps[this.next % this.steps.length]!;
      if (step.lead) this.synth.tone(this.at, { wave: "square", from: step.lead, lasts: 0.22, loud: 0.16 });
      if (step.bass) this.synth.tone(this.at, { wave: "triangle", from: step.bass, lasts: 0.28, loud: 0.4 });
      if (step.drum === "x")
        this.synth.tone(this.at, { wave: "triangle", from: 150, to: 40, lasts: 0.09, loud: 0.5 });
      if (step.drum === "o")
        this.synth.tone(this.at, { wave: "sawtooth", from: 1900, to: 500, lasts: 0.03, loud: 0.08 });
      this.next++;
      this.at += STEP;
    }
  }
}
