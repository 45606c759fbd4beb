import { t } from "../i18n/t";
import type { Threat } from "./threatController";

/** The threat as a sentence. */
export function threatText(threat: Threat | null): string {
  if (!threat) return "";
  const color = t(`color.${threat.side}`);
  const line = threat.line.map(({ name }) => name).join(" ");
  const text = t(`threat.${threat.kind}`, { color, line });
  return threat.kind === "wins" ? `${text} ${line}` : text;
}
