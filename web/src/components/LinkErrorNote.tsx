import type { JSX } from "preact";
import { explain } from "../errorText";
import { say } from "../i18n/t";
import { badLink } from "../route";

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
