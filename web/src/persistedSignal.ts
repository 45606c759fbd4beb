import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "tengen.";

/** A value that is still there at the next visit. What was kept is used only if `fits` says so. */
export function persistedSignal<Value>(
  name: string,
  start: Value,
  fits: (kept: unknown) => kept is Value,
): Signal<Value> {
  const kept = signal(read(name, start, fits));
  effect(() => write(name, kept.value));
  return kept;
}

/** One of several words. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (kept: unknown): kept is Word =>
    words.includes(kept as Word);

export const isBoolean = (kept: unknown): kept is boolean => typeof kept === "boolean";

export const between =
  (low: number, high: number) =>
  (kept: unknown): kept is number =>
    typeof kept === "number" && kept >= low && kept <= high;

function read<Value>(name: string, start: Value, fits: (kept: unknown) => kept is Value): Value {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return fits(kept) ? kept : start;
  } catch {
    return start;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // No room or no leave: it is forgotten at the end of the visit.
  }
}
