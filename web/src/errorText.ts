import type { Fault } from "./api/types";
import { hasMessage, type MessageKey, t } from "./i18n/t";
import { language } from "./settings";

/** Localized message of an API error: what its code says, with its reason where there is one. */
export function errorText({ code, message, reason }: Fault): string {
  const detail = reason ? reasonText(reason, message) : message;
  const key = `fault.${code}`;
  return isKey(key) ? t(key, { message: detail }) : t("fault.other", { message: detail });
}

/** Localized reason of an API error, without what its code says. */
export function faultReason({ message, reason }: Fault): string {
  return reason ? reasonText(reason, message) : message;
}

/** The text of a reason; the English one of the server for a reason that the page does not know. */
function reasonText({ code, params }: NonNullable<Fault["reason"]>, message: string): string {
  const key = `reason.${code}`;
  return isKey(key) ? t(key, { ...params, message }) : message;
}

const isKey = (key: string): key is MessageKey => hasMessage(language.value, key);
