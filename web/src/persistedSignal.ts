import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "tengen.";

/** Signal that is stored in localStorage. A stored value is used only if the type guard `fits` accepts it. */
export function persistedSignal<Value>(
  name: string,
  start: Value,
  fits: (kept: unknown) => kept is Value,
): Signal<Value> {
  const kept = signal(read(name, start, fits));
  effect(() => write(name, kept.value));
  return kept;
}

/** Type guard: one of these strings. */
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
    // Quota exceeded or storage disabled: the value lasts until the page is closed.
  }
}
