/** Deterministic pseudo-random numbers (SplitMix32), for tests that must repeat. */
export class Random {
  constructor(private state: number) {}

  /** A number from 0 up to `end`, which it does not reach. */
  below(end: number): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let mixed = this.state ^ (this.state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) % end;
  }
}
