import type { JSX } from "preact";
import type { Court } from "../game/judgeController";
import { linkOf } from "../game/link";
import { handOver } from "../game/pendingGame";
import { say } from "../i18n/t";
import { enter } from "../route";
import { Button } from "./Button";

/** What can be done with the position on the board: wonder about it, play on, solve it. */
export function Reach({ court }: { court: Court }): JSX.Element {
  const answer = court.reach.value;
  const open = (door: "play" | "solve") => async (): Promise<void> => {
    const position = court.position();
    if (!position) return;
    handOver(await court.whole());
    enter(door, linkOf(position));
  };
  return (
    <div class="stack">
      {answer ? (
        <div class="reach" role="status">
          <p>{answer.reason?.message ?? say(`judge.reach.${answer.answer}`)}</p>
          {answer.answer === "yes" && answer.moves.length > 0 && (
            <Button icon="step" label={say("judge.witness")} onPress={() => court.witness()} />
          )}
        </div>
      ) : (
        <Button icon="hint" label={say("judge.reach")} onPress={() => void court.wonder()} />
      )}
      <div class="pair">
        <Button icon="play" label={say("judge.play")} onPress={() => void open("play")()} />
        <Button icon="search" label={say("judge.solve")} onPress={() => void open("solve")()} />
      </div>
    </div>
  );
}
