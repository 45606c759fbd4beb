import type { JSX } from "preact";
import type { Desk } from "../game/playController";
import { isChoosing } from "../game/swap2";
import { say } from "../i18n/t";
import { Button } from "./Button";

/** The choice of Swap2, when a person has it. */
export function Swap2Choice({ desk: { session, opponent } }: { desk: Desk }): JSX.Element | null {
  const stage = session.stage.value;
  if (!isChoosing(stage) || !session.isPersons(session.at.value)) return null;
  return (
    <div class="row wrap">
      <Button label={say("play.swap2.stay")} onPress={() => void opponent.choose("stay")} />
      <Button label={say("play.swap2.take")} onPress={() => void opponent.choose("take")} />
      {stage === "choose" && (
        <Button label={say("play.swap2.more")} onPress={() => void opponent.choose("more")} />
      )}
    </div>
  );
}
