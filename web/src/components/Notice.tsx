import type { JSX } from "preact";
import { notice, success } from "../announce";

/** Visual notice near the board; a success has a style of its own. */
export function Notice(): JSX.Element {
  const text = notice.value;
  const done = text !== "" && text === success.value;
  return (
    <p class="notice" aria-hidden="true" data-tone={done ? "good" : undefined}>
      {text}
    </p>
  );
}
