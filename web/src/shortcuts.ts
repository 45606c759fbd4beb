import { signal } from "@preact/signals";
import { persistedSignal } from "./persistedSignal";
import { cycle, evaluation, flipped, shortcuts, sound, THEMES, theme } from "./settings";

/** Commands that keyboard shortcuts call on a screen with a game. */
export interface GameCommands {
  undo(): unknown;
  redo(): unknown;
  walk(by: 1 | -1): unknown;
  toEnd(by: 1 | -1): unknown;
  switchVariation(by: 1 | -1): unknown;
  hint(): unknown;
  analyse(): unknown;
  /** Goes to the next or previous marked move of the review. */
  goToMistake(by: 1 | -1): unknown;
  /** Shows or hides what the side that is not to move threatens. */
  showThreats(): unknown;
  /** Shows or hides who may play where at NoGo. */
  showOwners(): unknown;
  /** Deletes the current move with all that follows it. */
  deleteHere(): unknown;
  undelete(): unknown;
  /** Moves the variation of the current move up. */
  promote(): unknown;
}

/** What a single key does, wherever no text is written. */
export const SHORTCUTS = [
  "hint",
  "analyse",
  "next",
  "previous",
  "threats",
  "owners",
  "flip",
  "sound",
  "theme",
  "evaluation",
  "text",
  "sheet",
] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

/** The key of each shortcut, unless another was chosen. */
export const DEFAULT_KEYS: Readonly<Record<Shortcut, string>> = {
  hint: "h",
  analyse: "a",
  next: "n",
  previous: "p",
  threats: "x",
  owners: "w",
  flip: "f",
  sound: "m",
  theme: "t",
  evaluation: "e",
  text: "b",
  sheet: "?",
};

const isShortcut = (name: string): name is Shortcut => SHORTCUTS.includes(name as Shortcut);

/** Whether a key can be a shortcut: one character that is no blank and no digit, which belong to the board. */
export const isFreeKey = (key: unknown): key is string =>
  typeof key === "string" && /^[^\s\d+=_]$/u.test(key);

function isKeyMap(stored: unknown): stored is Partial<Record<Shortcut, string>> {
  if (typeof stored !== "object" || stored === null) return false;
  return Object.entries(stored).every(([name, key]) => isShortcut(name) && isFreeKey(key));
}

/** Chosen keys; the others have their default. After what its guard calls, which runs at once. */
export const chosenKeys = persistedSignal<Partial<Record<Shortcut, string>>>("keys", {}, isKeyMap);

/** The current key of a shortcut. */
export const keyOf = (shortcut: Shortcut): string => chosenKeys.value[shortcut] ?? DEFAULT_KEYS[shortcut];

/** The shortcut that a key stands for; none if they are switched off. */
export function shortcutOf(key: string): Shortcut | undefined {
  return shortcuts.value ? SHORTCUTS.find((each) => keyOf(each) === key) : undefined;
}

/** Whether the board is shown as text. */
export const textBoardOpen = signal(false);

/** Runs the shortcut of a key; returns whether there is one. */
export function runShortcut(key: string, commands: Partial<GameCommands>): boolean {
  switch (shortcutOf(key)) {
    case "hint":
      commands.hint?.();
      return commands.hint !== undefined;
    case "analyse":
      commands.analyse?.();
      return commands.analyse !== undefined;
    case "next":
      commands.goToMistake?.(1);
      return commands.goToMistake !== undefined;
    case "previous":
      commands.goToMistake?.(-1);
      return commands.goToMistake !== undefined;
    case "threats":
      commands.showThreats?.();
      return commands.showThreats !== undefined;
    case "owners":
      commands.showOwners?.();
      return commands.showOwners !== undefined;
    case "flip":
      flipped.value = !flipped.value;
      return true;
    case "sound":
      sound.value = !sound.value;
      return true;
    case "theme":
      theme.value = cycle(THEMES, theme.value);
      return true;
    case "evaluation":
      evaluation.value = !evaluation.value;
      return true;
    case "text":
      textBoardOpen.value = true;
      return true;
    default:
      return false;
  }
}

/** Adds the keyboard listener of a screen. Returns the cleanup function. */
export function listenToKeys(commands: () => Partial<GameCommands>): () => void {
  const press = (event: KeyboardEvent): void => {
    if (isTextInput(event.target) || document.querySelector("dialog[open]")) return;
    if (handleKey(event, commands())) event.preventDefault();
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}

function handleKey(event: KeyboardEvent, commands: Partial<GameCommands>): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== "z") return false;
    if (event.shiftKey) commands.redo?.();
    else commands.undo?.();
    return true;
  }
  if (event.altKey && event.shiftKey && key === "ArrowUp") {
    commands.promote?.();
    return true;
  }
  if (event.altKey) {
    if (key === "ArrowLeft") commands.walk?.(-1);
    else if (key === "ArrowRight") commands.walk?.(1);
    else if (key === "ArrowUp") commands.switchVariation?.(-1);
    else if (key === "ArrowDown") commands.switchVariation?.(1);
    else return false;
    return true;
  }
  if (key === "Backspace") commands.undo?.();
  else if (key === "Delete" && event.shiftKey) commands.undelete?.();
  else if (key === "Delete") commands.deleteHere?.();
  else if (key === "Home") commands.toEnd?.(-1);
  else if (key === "End") commands.toEnd?.(1);
  else return runShortcut(key, commands);
  return true;
}

/** Whether a key event belongs to a form field. */
export function isTextInput(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select");
}
