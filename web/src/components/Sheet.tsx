import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/t";
import { Button } from "./Button";

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Modal dialog: centered on wide screens, a bottom sheet on narrow ones. */
export function Sheet({ title, onClose, children }: SheetProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    // A press on the backdrop closes it; the keyboard has Escape.
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2 id={id}>{title}</h2>
          <Button icon="close" label={t("app.close")} bare onPress={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
