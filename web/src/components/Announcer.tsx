import type { JSX } from "preact";
import { polite, urgent } from "../announce";

/** What is read out. */
export function Announcer(): JSX.Element {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {polite}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
