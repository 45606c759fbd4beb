import type { JSX } from "preact";
import { otherColor } from "../board/point";
import type { PlayController } from "../game/playController";
import { threatText } from "../game/threatController";
import { analysisText } from "../i18n/analysisMessages";
import { t } from "../i18n/t";
import { FaultNote } from "./FaultNote";

/** What the side that is not to move threatens, in words. */
export function ThreatNote({ controller }: { controller: PlayController }): JSX.Element | null {
  const { threats, session } = controller;
  const view = session.view.value;
  if (!threats.enabled.value || !view) return null;
  const { threat } = threats;
  const color = t(`color.${otherColor(view.turn)}`);
  return (
    <>
      <FaultNote fault={threats.fault.value} />
      <p class="threat" data-kind={threat?.kind}>
        {threat ? threatText(threat) : threats.isPending ? analysisText("threat.looking", { color }) : ""}
      </p>
    </>
  );
}
