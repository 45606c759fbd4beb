import type { JSX } from "preact";
import type { Fault } from "../api/types";
import { errorText } from "../errorText";
import { t } from "../i18n/t";
import { Button } from "./Button";

/** Error message with its place and an optional retry button. */
export function FaultNote({
  fault,
  onAgain,
}: {
  fault: Fault | null;
  onAgain?: () => void;
}): JSX.Element | null {
  if (!fault) return null;
  return (
    <div class="fault" role="alert">
      <div>
        <p>{errorText(fault)}</p>
        <FaultPlace fault={fault} />
      </div>
      {onAgain && <Button label={t("app.again")} onPress={onAgain} />}
    </div>
  );
}

/** Place of a parse error: line, column and excerpt. */
export function FaultPlace({ fault: { place } }: { fault: Fault }): JSX.Element | null {
  if (!place?.line) return null;
  return (
    <p class="place">
      <span class="figure">{t("fault.place", { line: place.line, column: place.column ?? 1 })}</span>
      {place.excerpt && <code>{place.excerpt}</code>}
    </p>
  );
}
