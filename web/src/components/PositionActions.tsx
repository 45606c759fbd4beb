import type { JSX } from "preact";
import type { JudgeController } from "../game/judgeController";
import { formatLink } from "../game/link";
import { setPendingGame } from "../game/pendingGame";
import { impossibleText } from "../game/proofText";
import { t } from "../i18n/t";
import { navigate } from "../route";
import { Button } from "./Button";

/** Actions on the shown position: check reachability, play on, solve. */
export function PositionActions({ controller }: { controller: JudgeController }): JSX.Element {
  const answer = controller.reachability.value;
  const open = (screen: "play" | "solve") => async (): Promise<void> => {
    const position = controller.position();
    if (!position) return;
    setPendingGame(await controller.importChosen());
    navigate(screen, formatLink(position));
  };
  return (
    <div class="stack">
      {answer ? (
        <div class="reach" role="status">
          <p>{answer.reason ? impossibleText(answer.reason) : t(`judge.reach.${answer.answer}`)}</p>
          {answer.answer === "yes" && answer.moves.length > 0 && (
            <Button icon="step" label={t("judge.witness")} onPress={() => controller.showWitness()} />
          )}
        </div>
      ) : (
        <Button icon="hint" label={t("judge.reach")} onPress={() => void controller.checkReachable()} />
      )}
      <div class="pair">
        <Button icon="play" label={t("judge.play")} onPress={() => void open("play")()} />
        <Button icon="search" label={t("judge.solve")} onPress={() => void open("solve")()} />
      </div>
    </div>
  );
}
