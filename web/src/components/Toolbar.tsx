import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ToolbarProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Toolbar with one tab stop: arrow keys, Home and End move among its buttons. Sliders in it keep their own keys. */
export function Toolbar({ label, class: look = "actions", children }: ToolbarProps): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement | null>(null);
  const buttons = (): HTMLButtonElement[] => [...bar.current!.querySelectorAll<HTMLButtonElement>("button")];
  const settle = (to: HTMLButtonElement | null): void => {
    const enabled = buttons().filter((each) => !each.disabled);
    const stop = to && enabled.includes(to) ? to : (enabled[0] ?? null);
    current.current = stop;
    for (const each of buttons()) each.tabIndex = each === stop ? 0 : -1;
  };
  // After every render: buttons come, go and are disabled.
  useLayoutEffect(() => settle(current.current));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLButtonElement) || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const enabled = buttons().filter((each) => !each.disabled);
    const at = enabled.indexOf(event.target);
    const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = to[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const button = enabled.at(next % enabled.length)!;
    settle(button);
    button.focus();
  };
  return (
    <div
      ref={bar}
      class={look}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => event.target instanceof HTMLButtonElement && settle(event.target)}
    >
      {children}
    </div>
  );
}
