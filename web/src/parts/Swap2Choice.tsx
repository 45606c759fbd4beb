import type { JSX } from "preact";
import type { Session } from "../game/session";
import { isChoosing } from "../game/swap2";
import { say } from "../words/say";
import { Button } from "./Button";

/** The choice of Swap2, when a person has it. */
export function Swap2Choice({ session }: { session: Session }): JSX.Element | null {
  const stage = session.stage.value;
  if (!isChoosing(stage) || session.thinking.value) return null;
  return (
    <div class="row wrap">
      <Button label={say("play.swap2.stay")} onPress={() => void session.choose("stay")} />
      <Button label={say("play.swap2.take")} onPress={() => void session.choose("take")} />
      {stage === "choose" && (
        <Button label={say("play.swap2.more")} onPress={() => void session.choose("more")} />
      )}
    </div>
  );
}
