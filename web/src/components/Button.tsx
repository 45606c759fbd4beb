import type { JSX } from "preact";
import { Icon, type IconName } from "./Icon";

interface ButtonProps {
  readonly icon?: IconName;
  readonly label: string;
  /** Short visible label for narrow screens; the full label stays accessible. */
  readonly short?: string;
  readonly onPress: () => void;
  /** Icon only; the label is its accessible name. */
  readonly bare?: boolean;
  readonly primary?: boolean;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Extra CSS class. */
  readonly kind?: string;
}

export function Button({
  icon,
  label,
  short,
  onPress,
  bare,
  primary,
  pressed,
  disabled,
  kind,
}: ButtonProps): JSX.Element {
  const look = ["button", bare && "bare", primary && "primary", kind].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={look}
      onClick={onPress}
      disabled={disabled}
      aria-pressed={pressed}
      {...(bare ? { title: label } : {})}
      aria-label={bare || short ? label : undefined}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span>{short ?? label}</span>}
    </button>
  );
}
