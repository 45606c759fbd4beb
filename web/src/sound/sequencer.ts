import type { Synth } from "./synth";
import { tune } from "./tune";

const STEP_SECONDS = 0.15;
/** Notes are scheduled this many seconds ahead, so that a busy page does not interrupt them. */
const LOOKAHEAD = 0.3;

/** Step sequencer that loops the tune. */
export class Sequencer {
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
    // After a suspension the tune resumes now.
    this.at = Math.max(this.at, now);
    while (this.at < now + LOOKAHEAD) {
      const step = this.steps[this.next % this.steps.length]!;
      if (step.lead)
        this.synth.tone(this.at, { wave: "square", frequency: step.lead, duration: 0.22, gain: 0.16 });
      if (step.bass)
        this.synth.tone(this.at, { wave: "triangle", frequency: step.bass, duration: 0.28, gain: 0.4 });
      if (step.drum === "x")
        this.synth.tone(this.at, {
          wave: "triangle",
          frequency: 150,
          endFrequency: 40,
          duration: 0.09,
          gain: 0.5,
        });
      if (step.drum === "o")
        this.synth.tone(this.at, {
          wave: "sawtooth",
          frequency: 1900,
          endFrequency: 500,
          duration: 0.03,
          gain: 0.08,
        });
      this.next++;
      this.at += STEP_SECONDS;
    }
  }
}
