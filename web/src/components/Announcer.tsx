import type { JSX } from "preact";
import { assertiveMessage, politeMessage } from "../announce";

/** What is read out. */
export function Announcer(): JSX.Element {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {politeMessage}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {assertiveMessage}
      </div>
    </>
  );
}
