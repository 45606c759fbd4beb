import type { JSX } from "preact";
import { notice } from "../announce";

/** Visual notice near the board. */
export function Notice(): JSX.Element {
  return (
    <p class="notice" aria-hidden="true">
      {notice.value}
    </p>
  );
}
