import type { JSX } from "preact";
import { assertiveMessage, politeMessage } from "../announce";

/** Live regions for screen readers. */
export function Announcer(): JSX.Element {
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {politeMessage}
      </div>
      <div class="visually-hidden" role="alert" aria-live="assertive">
        {assertiveMessage}
      </div>
    </>
  );
}
