import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import { isEngineMissing } from "../engine/engineState";
import { t } from "../i18n/t";
import { currentScreen } from "../route";

/** Whether the panel is raised on a narrow screen. The board shrinks, so that it is never covered. */
const raised = signal(false);

/** Distance in pixels from which a press is a slide. */
const SLIDE_THRESHOLD = 24;

/** Side panel: a column on wide screens, a bottom sheet on narrow ones. */
export function Panel({ children }: { children: ComponentChildren }): JSX.Element {
  const from = useRef(0);
  const slid = useRef(false);
  const slide = (event: PointerEvent): void => {
    const way = event.clientY - from.current;
    slid.current = Math.abs(way) > SLIDE_THRESHOLD;
    if (slid.current) raised.value = way < 0;
  };
  const press = (): void => {
    // A slide also fires a click.
    if (!slid.current) raised.value = !raised.value;
    slid.current = false;
  };
  return (
    <aside
      class="panel"
      aria-label={t(`panel.${currentScreen.value}`)}
      data-raised={raised.value || undefined}
    >
      <button
        type="button"
        class="handle"
        aria-expanded={raised.value}
        aria-label={t("app.panel.raise")}
        onClick={press}
        onPointerDown={(event) => (from.current = event.clientY)}
        onPointerUp={slide}
      />
      <div class="panel-body">
        {isEngineMissing.value && (
          <p class="fault" role="alert">
            {t("fault.engine_missing")}
          </p>
        )}
        {children}
      </div>
    </aside>
  );
}
