import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { announce } from "../announce";
import { otherColor } from "../board/point";
import type { PlayController } from "../game/playController";
import { threatText } from "../game/threatText";
import { t } from "../i18n/t";
import { FaultNote } from "./FaultNote";

/** What the side that is not to move threatens, in words. */
export function ThreatNote({ controller }: { controller: PlayController }): JSX.Element | null {
  const { threats, session } = controller;
  const view = session.view.value;
  const found = threats.enabled.value ? threats.threat : null;
  useEffect(() => {
    if (found) announce(threatText(found));
  }, [found]);
  if (!threats.enabled.value || !view) return null;
  const color = t(`color.${otherColor(view.turn)}`);
  return (
    <>
      <FaultNote fault={threats.fault.value} />
      <p class="threat" data-kind={found?.kind}>
        {found ? threatText(found) : threats.isPending ? t("threat.looking", { color }) : ""}
      </p>
    </>
  );
}
