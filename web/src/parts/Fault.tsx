import type { JSX } from "preact";
import type { Fault } from "../api/types";
import { explain } from "../faults";
import { say } from "../words/say";
import { Button } from "./Button";

/** What went wrong, and a way to ask again. */
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
      <span>{explain(fault)}</span>
      {onAgain && <Button label={say("app.again")} onPress={onAgain} />}
    </div>
  );
}
