import type { JSX } from "preact";
import { errorText } from "../errorText";
import { t } from "../i18n/t";
import { badLink } from "../route";

/** Error message about the link in the address. */
export function LinkErrorNote(): JSX.Element | null {
  const bad = badLink.value;
  if (!bad) return null;
  return (
    <div class="fault" role="alert">
      <div>
        <p>{t("link.bad")}</p>
        <p>{"text" in bad ? t(`link.${bad.text.what}`, { ...bad.text }) : errorText(bad.rejected)}</p>
      </div>
    </div>
  );
}
