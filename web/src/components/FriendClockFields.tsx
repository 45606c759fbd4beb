import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { TimeControl } from "../api/friendClient";
import { t } from "../i18n/t";
import { Segments } from "./FormFields";

const KINDS = ["none", "per_move", "fischer", "byo_yomi"] as const;

/** Time control of each kind before it is changed. */
const DEFAULTS: Record<TimeControl["kind"], TimeControl> = {
  none: { kind: "none" },
  per_move: { kind: "per_move", seconds: 30 },
  fischer: { kind: "fischer", main: 300, increment: 5 },
  byo_yomi: { kind: "byo_yomi", main: 300, periods: 3, period: 30 },
};

interface FriendClockFieldsProps {
  readonly clock: TimeControl;
  readonly onChange: (clock: TimeControl) => void;
}

/** Fields of the time control. */
export function FriendClockFields({ clock, onChange }: FriendClockFieldsProps): JSX.Element {
  return (
    <>
      <Segments
        label={t("friend.clock")}
        value={clock.kind}
        onChoose={(kind) => onChange(DEFAULTS[kind])}
        choices={KINDS.map((kind) => [kind, t(`friend.clock.${kind}`)])}
      />
      {clock.kind === "per_move" && (
        <NumberField
          label={t("friend.seconds")}
          value={clock.seconds}
          min={1}
          max={604_800}
          onChange={(seconds) => onChange({ ...clock, seconds })}
        />
      )}
      {(clock.kind === "fischer" || clock.kind === "byo_yomi") && (
        <div class="clock-fields">
          <NumberField
            label={t("friend.minutes")}
            value={clock.main / 60}
            min={clock.kind === "fischer" ? 0.1 : 0}
            max={1440}
            step="any"
            onChange={(minutes) => onChange({ ...clock, main: Math.round(minutes * 60) })}
          />
          {clock.kind === "fischer" ? (
            <NumberField
              label={t("friend.increment")}
              value={clock.increment}
              min={0}
              max={3600}
              onChange={(increment) => onChange({ ...clock, increment })}
            />
          ) : (
            <>
              <NumberField
                label={t("friend.periods")}
                value={clock.periods}
                min={1}
                max={20}
                onChange={(periods) => onChange({ ...clock, periods })}
              />
              <NumberField
                label={t("friend.period")}
                value={clock.period}
                min={1}
                max={3600}
                onChange={(period) => onChange({ ...clock, period })}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number | "any";
  readonly onChange: (value: number) => void;
}

/** Labelled field of a number; what is out of range is put right when the field is left. */
function NumberField({ label, value, min, max, step = 1, onChange }: NumberFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => {
          const number = Number(event.currentTarget.value);
          const whole = step === 1 ? Math.round(number) : number;
          const fitting = Number.isFinite(whole) ? Math.min(max, Math.max(min, whole)) : value;
          event.currentTarget.value = String(fitting);
          onChange(fitting);
        }}
      />
    </div>
  );
}
