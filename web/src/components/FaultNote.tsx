import type { JSX } from "preact";
import type { Fault } from "../api/types";
import { explain } from "../errorText";
import { say } from "../i18n/t";
import { Button } from "./Button";

/** What went wrong and where, and a way to ask again. */
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
        <p>{explain(fault)}</p>
        <Place fault={fault} />
      </div>
      {onAgain && <Button label={say("app.again")} onPress={onAgain} />}
    </div>
  );
}

/** Where in a text something is wrong, with the part of the line around it. */
export function Place({ fault: { place } }: { fault: Fault }): JSX.Element | null {
  if (!place?.line) return null;
  return (
    <p class="place">
      <span class="figure">{say("fault.place", { line: place.line, column: place.column ?? 1 })}</span>
      {place.excerpt && <code>{place.excerpt}</code>}
    </p>
  );
}
