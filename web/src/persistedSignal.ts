import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "tengen.";

/** Signal that is stored in localStorage. A stored value is used only if the type guard `fits` accepts it. */
export function persistedSignal<Value>(
  name: string,
  start: Value,
  fits: (stored: unknown) => stored is Value,
): Signal<Value> {
  const value = signal(read(name, start, fits));
  effect(() => write(name, value.value));
  return value;
}

/** Type guard: one of these strings. */
export const oneOf =
  <Word extends string>(...words: readonly Word[]) =>
  (stored: unknown): stored is Word =>
    words.includes(stored as Word);

export const isBoolean = (stored: unknown): stored is boolean => typeof stored === "boolean";

export const between =
  (low: number, high: number) =>
  (stored: unknown): stored is number =>
    typeof stored === "number" && stored >= low && stored <= high;

function read<Value>(name: string, start: Value, fits: (stored: unknown) => stored is Value): Value {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    return fits(stored) ? stored : start;
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
