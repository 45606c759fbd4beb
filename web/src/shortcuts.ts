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

/** Runs a single-letter shortcut; returns whether the letter is one. */
export function runShortcut(key: string, commands: Partial<GameCommands>): boolean {
  if (!shortcuts.value) return false;
  switch (key) {
    case "h":
      commands.hint?.();
      return commands.hint !== undefined;
    case "a":
      commands.analyse?.();
      return commands.analyse !== undefined;
    case "n":
    case "p":
      commands.goToMistake?.(key === "n" ? 1 : -1);
      return commands.goToMistake !== undefined;
    case "x":
      commands.showThreats?.();
      return commands.showThreats !== undefined;
    case "w":
      commands.showOwners?.();
      return commands.showOwners !== undefined;
    case "f":
      flipped.value = !flipped.value;
      return true;
    case "m":
      sound.value = !sound.value;
      return true;
    case "t":
      theme.value = cycle(THEMES, theme.value);
      return true;
    case "e":
      evaluation.value = !evaluation.value;
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
