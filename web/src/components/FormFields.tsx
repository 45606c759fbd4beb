import type { JSX } from "preact";
import { useId } from "preact/hooks";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChoose: (value: Value) => void;
}

/** Labelled select element. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: SelectProps<Value>): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Segmented control: radio buttons side by side. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: SelectProps<Value>): JSX.Element {
  const id = useId();
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <div class="segments">
        {choices.map(([choice, name]) => (
          <label key={choice} class="segment">
            <input type="radio" name={id} checked={choice === value} onChange={() => onChoose(choice)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RangeProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Text of the value. */
  readonly shown: string;
  readonly onChange: (value: number) => void;
}

export function Range({ label, value, min, max, step, shown, onChange }: RangeProps): JSX.Element {
  const id = useId();
  return (
    <div class="field range">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
      <output class="figure" for={id}>
        {shown}
      </output>
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, on, onChange }: SwitchProps): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
