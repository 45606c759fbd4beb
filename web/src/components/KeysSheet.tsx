import type { JSX } from "preact";
import { type MessageKey, t } from "../i18n/t";
import { shortcuts } from "../settings";
import { Switch } from "./FormFields";
import { Sheet } from "./Sheet";

/** All shortcuts, with their descriptions. */
const KEYS: readonly (readonly [readonly string[], MessageKey])[] = [
  [["←", "↑", "→", "↓"], "keys.move"],
  [["Enter"], "keys.place"],
  [["h", "8", "Enter"], "keys.typed"],
  [["Backspace", "Ctrl Z"], "keys.undo"],
  [["Shift Ctrl Z"], "keys.redo"],
  [["Alt ←", "Alt →"], "keys.through"],
  [["Home", "End"], "keys.ends"],
  [["Alt ↑", "Alt ↓"], "keys.variation"],
  [["h"], "keys.hint"],
  [["a"], "play.analyse"],
  [["n", "p"], "keys.mistakes"],
  [["x"], "keys.threats"],
  [["w"], "keys.owners"],
  [["Delete", "Shift Delete"], "keys.delete"],
  [["Shift Alt ↑"], "keys.promote"],
  [["f"], "keys.flip"],
  [["m"], "keys.sound"],
  [["t"], "keys.theme"],
  [["e"], "settings.evaluation"],
  [["+", "_"], "keys.zoom"],
  [["Space"], "keys.auto"],
  [["←", "→"], "keys.film"],
  [["?"], "keys.sheet"],
];

/** Whether it is a single-character shortcut, which can be switched off. */
const isSingle = (keys: readonly string[]): boolean => keys.every((key) => /^[a-z?]$/.test(key));

export function KeysSheet({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Sheet title={t("app.keys")} onClose={onClose}>
      <Switch
        label={t("settings.shortcuts")}
        on={shortcuts.value}
        onChange={(on) => (shortcuts.value = on)}
      />
      <p class="quiet">{t("keys.single")}</p>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what} data-off={(!shortcuts.value && isSingle(keys)) || undefined}>
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
