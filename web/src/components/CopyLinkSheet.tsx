import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n/t";
import { Sheet } from "./Sheet";

/** Sheet with the link to copy manually, where the browser denies the clipboard. */
export function CopyLinkSheet({ link, onClose }: { link: string; onClose: () => void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Sheet title={t("play.link")} onClose={onClose}>
      <p>{t("play.copy.byHand")}</p>
      <label class="field">
        <span>{t("play.copy.field")}</span>
        <input
          ref={field}
          class="code"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
    </Sheet>
  );
}
