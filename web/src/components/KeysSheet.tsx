import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type MessageKey, t } from "../i18n/t";
import { shortcuts } from "../settings";
import { chosenKeys, isFreeKey, keyOf, SHORTCUTS, type Shortcut } from "../shortcuts";
import { Button } from "./Button";
import { Switch } from "./FormFields";
import { Sheet } from "./Sheet";

/** Keys that stay as they are, with their descriptions. */
const FIXED_KEYS: readonly (readonly [readonly string[], MessageKey])[] = [
  [["←", "↑", "→", "↓"], "keys.move"],
  [["Enter"], "keys.place"],
  [["h", "8", "Enter"], "keys.typed"],
  [["Backspace", "Ctrl Z"], "keys.undo"],
  [["Shift Ctrl Z"], "keys.redo"],
  [["Alt ←", "Alt →"], "keys.through"],
  [["Home", "End"], "keys.ends"],
  [["Alt ↑", "Alt ↓"], "keys.variation"],
  [["+", "_"], "keys.zoom"],
  [["Space"], "keys.auto"],
  [["←", "→"], "keys.film"],
];

const SHORTCUT_NAMES: Record<Shortcut, MessageKey> = {
  hint: "keys.hint",
  analyse: "play.analyse",
  next: "review.next",
  previous: "review.previous",
  flip: "keys.flip",
  sound: "keys.sound",
  theme: "keys.theme",
  evaluation: "settings.evaluation",
  text: "keys.text",
  sheet: "keys.sheet",
};

/** All keys. Those of one character can be switched off and changed. */
export function KeysSheet({ onClose }: { onClose: () => void }): JSX.Element {
  /** The shortcut that waits for its new key. */
  const waiting = useSignal<Shortcut | null>(null);
  const problem = useSignal("");
  const press = (event: KeyboardEvent): void => {
    const shortcut = waiting.value;
    if (!shortcut || event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    event.stopPropagation();
    waiting.value = null;
    if (!isFreeKey(event.key)) return;
    const other = SHORTCUTS.find((each) => each !== shortcut && keyOf(each) === event.key);
    problem.value = other ? t("keys.taken", { key: event.key, what: t(SHORTCUT_NAMES[other]) }) : "";
    if (!other) chosenKeys.value = { ...chosenKeys.value, [shortcut]: event.key };
  };
  return (
    <Sheet title={t("app.keys")} onClose={onClose}>
      <Switch
        label={t("settings.shortcuts")}
        on={shortcuts.value}
        onChange={(on) => (shortcuts.value = on)}
      />
      <p class="quiet">{t("keys.single")}</p>
      <dl class="keys">
        {SHORTCUTS.map((shortcut) => (
          <div key={shortcut} data-off={!shortcuts.value || undefined}>
            <dt>
              <button
                type="button"
                class="key"
                disabled={!shortcuts.value}
                aria-label={`${t("keys.keyFor", { what: t(SHORTCUT_NAMES[shortcut]) })} ${keyOf(shortcut)}`}
                onClick={() => (waiting.value = shortcut)}
                onKeyDown={press}
                onBlur={() => (waiting.value = null)}
              >
                <kbd>{waiting.value === shortcut ? "…" : keyOf(shortcut)}</kbd>
              </button>
            </dt>
            <dd>{t(SHORTCUT_NAMES[shortcut])}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet key-news" role="status">
        {waiting.value ? t("keys.press") : problem.value}
      </p>
      <Button
        icon="reset"
        label={t("keys.reset")}
        onPress={() => {
          chosenKeys.value = {};
          problem.value = "";
        }}
        disabled={Object.keys(chosenKeys.value).length === 0}
      />
      <dl class="keys">
        {FIXED_KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
