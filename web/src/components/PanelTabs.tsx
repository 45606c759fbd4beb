import type { ComponentChildren, JSX } from "preact";
import { useId, useRef } from "preact/hooks";

interface PanelTabsProps<Id extends string> {
  readonly name: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Content of the chosen tab. */
  readonly children: ComponentChildren;
}

/** Tabs: the chosen one is in the tab order, the arrow keys go to the others. */
export function PanelTabs<Id extends string>({
  name,
  tabs,
  chosen,
  onChoose,
  children,
}: PanelTabsProps<Id>): JSX.Element {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.findIndex(({ id }) => id === chosen) + by + tabs.length) % tabs.length]!;
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={name} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            class="tab"
            id={`${prefix}${id}`}
            data-tab={id}
            aria-selected={id === chosen}
            aria-controls={`${prefix}panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${prefix}panel`}
        aria-labelledby={`${prefix}${chosen}`}
        data-tab={chosen}
      >
        {children}
      </div>
    </>
  );
}
