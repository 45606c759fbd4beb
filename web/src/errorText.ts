import type { Fault } from "./api/types";
import { en } from "./i18n/en";
import { type Key, say } from "./i18n/t";

/** A fault in the language of the page. */
export function explain(fault: Fault): string {
  const key = `fault.${fault.code}`;
  return key in en
    ? say(key as Key, { message: fault.message })
    : say("fault.other", { message: fault.message });
}
