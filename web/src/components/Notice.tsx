import type { JSX } from "preact";
import { notice, success } from "../announce";

/** A sentence for eyes, near the board. What was done is not told in the color of errors. */
export function Notice(): JSX.Element {
  const text = notice.value;
  const done = text !== "" && text === success.value;
  return (
    <p class="notice" aria-hidden="true" data-tone={done ? "good" : undefined}>
      {text || "\u00a0"}
    </p>
  );
}
