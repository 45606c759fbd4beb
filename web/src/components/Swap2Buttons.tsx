import type { JSX } from "preact";
import type { PlayController } from "../game/playController";
import { isChoosing } from "../game/swap2";
import { t } from "../i18n/t";
import { Button } from "./Button";

/** Swap2 choices, when a person has to choose. */
export function Swap2Buttons({
  controller: { session, engine },
}: {
  controller: PlayController;
}): JSX.Element | null {
  const stage = session.stage.value;
  if (!isChoosing(stage) || !session.isPersonToMove(session.at.value)) return null;
  return (
    <div class="row wrap">
      <Button label={t("play.swap2.stay")} onPress={() => void engine.choose("stay")} />
      <Button label={t("play.swap2.take")} onPress={() => void engine.choose("take")} />
      {stage === "choose" && (
        <Button label={t("play.swap2.more")} onPress={() => void engine.choose("more")} />
      )}
    </div>
  );
}
