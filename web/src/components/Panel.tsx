import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../i18n/t";

/** On a narrow screen: whether the panel is slid up. The board makes room for it, so nothing is ever covered. */
const raised = signal(false);

/** How far a finger goes before it is a slide, in pixels. */
const SLIDE_THRESHOLD = 24;

/** What there is to know and to set beside the board: a column where there is room, else a sheet that slides up. */
export function Panel({ children }: { children: ComponentChildren }): JSX.Element {
  const from = useRef(0);
  const slid = useRef(false);
  const slide = (event: PointerEvent): void => {
    const way = event.clientY - from.current;
    slid.current = Math.abs(way) > SLIDE_THRESHOLD;
    if (slid.current) raised.value = way < 0;
  };
  const press = (): void => {
    // A slide ends as a press does.
    if (!slid.current) raised.value = !raised.value;
    slid.current = false;
  };
  return (
    <aside class="panel" aria-label={t("app.panel")} data-raised={raised.value || undefined}>
      <button
        type="button"
        class="handle"
        aria-expanded={raised.value}
        aria-label={t("app.panel.raise")}
        onClick={press}
        onPointerDown={(event) => (from.current = event.clientY)}
        onPointerUp={slide}
      />
      <div class="panel-body">{children}</div>
    </aside>
  );
}
