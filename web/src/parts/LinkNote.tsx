import type { JSX } from "preact";
import { explain } from "../faults";
import { badLink } from "../route";
import { say } from "../words/say";

/** What is wrong with the link in the address, and where. */
export function LinkNote(): JSX.Element | null {
  const bad = badLink.value;
  if (!bad) return null;
  return (
    <div class="fault" role="alert">
      <div>
        <p>{say("link.bad")}</p>
        <p>{"text" in bad ? say(`link.${bad.text.what}`, { ...bad.text }) : explain(bad.refused)}</p>
      </div>
    </div>
  );
}
