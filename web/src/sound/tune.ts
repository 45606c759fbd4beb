/** Original tune: eight bars of eight steps. A dash starts no note. */
const LEAD = `
  e5 -  g5 -  a5 g5 e5 d5   c5 -  d5 e5 -  -  d5 -
  c5 -  a4 c5 d5 -  e5 g5   e5 -  -  -  d5 -  c5 -
  a4 -  c5 -  d5 c5 a4 g4   a4 -  c5 d5 e5 -  g5 -
  a5 g5 e5 d5 c5 d5 e5 d5   c5 -  a4 -  a4 -  -  -`;

const BASS = `
  a2 -  a3 -  e2 -  e3 -    f2 -  f3 -  c3 -  c3 -
  c3 -  c3 -  g2 -  g3 -    g2 -  g3 -  g2 -  b2 -
  a2 -  a3 -  a2 -  a3 -    f2 -  f3 -  c3 -  c3 -
  d3 -  d3 -  g2 -  g3 -    a2 -  e2 -  a2 -  -  -`;

const DRUM = "x - - - o - - x";

export interface TuneStep {
  /** Hertz; null if no note starts here. */
  readonly lead: number | null;
  readonly bass: number | null;
  readonly drum: "x" | "o" | null;
}

const SEMITONES: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** Frequency of a note name: `a4` is 440. */
export function pitch(note: string): number {
  const semitone = SEMITONES[note.charAt(0)];
  const octave = Number(note.slice(1));
  if (semitone === undefined || !Number.isInteger(octave)) throw new Error(`${note} is no note`);
  return 440 * 2 ** (octave - 4 + (semitone - 9) / 12);
}

const notes = (text: string): (number | null)[] =>
  text
    .trim()
    .split(/\s+/)
    .map((note) => (note === "-" ? null : pitch(note)));

/** The steps of the tune. */
export function tune(): TuneStep[] {
  const bass = notes(BASS);
  const drum = DRUM.split(" ");
  return notes(LEAD).map((lead, index) => {
    const beat = drum[index % drum.length];
    return { lead, bass: bass[index] ?? null, drum: beat === "x" || beat === "o" ? beat : null };
  });
}
