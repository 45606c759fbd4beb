import type { Fault } from "./api/types";
import { en } from "./i18n/en";
import { type MessageKey, t } from "./i18n/t";

/** Localized message of an API error. */
export function errorText(fault: Fault): string {
  const key = `fault.${fault.code}`;
  return key in en
    ? t(key as MessageKey, { message: fault.message })
    : t("fault.other", { message: fault.message });
}
