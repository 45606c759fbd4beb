import type { JSX } from "preact";
import { Icon, type IconName } from "./Icon";

interface ButtonProps {
  readonly icon?: IconName;
  readonly label: string;
  /** What is seen of the label where there is little room. */
  readonly short?: string;
  readonly onPress: () => void;
  /** Only the icon is seen; the label is read out. */
  readonly bare?: boolean;
  readonly primary?: boolean;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** A name of the style sheets for a button that is not like the others. */
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
