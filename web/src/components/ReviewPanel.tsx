import type { JSX } from "preact";
import type { GameReview, ReviewedMove } from "../api/types";
import { otherColor } from "../board/point";
import type { PlayController } from "../game/playController";
import { proofOf } from "../game/proof";
import { moveText } from "../game/proofText";
import { isMistake } from "../game/reviewedMoves";
import { moveTitle, reasonsText, sideText, valueText } from "../game/reviewText";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";

/** The review of the game: its button and progress, the mistakes, and what is said of the current move. */
export function ReviewPanel({ controller }: { controller: PlayController }): JSX.Element {
  const { session, review } = controller;
  const made = session.review.value;
  const progress = review.progress.value;
  return (
    <section class="block review" aria-label={t("review.name")}>
      <FaultNote fault={review.fault.value} onAgain={() => controller.startReview()} />
      {progress ? (
        <div class="review-progress">
          <progress
            value={progress.done}
            max={Math.max(1, progress.total)}
            aria-label={t("review.progress", { ...progress })}
          />
          <Button icon="stop" label={t("solve.stop")} onPress={() => review.stop()} />
        </div>
      ) : (
        (!made || !review.isOnLine) && (
          <Button
            icon="search"
            label={t("review.run")}
            primary={!made}
            onPress={() => controller.startReview()}
            disabled={session.tree.value.length === 1}
          />
        )
      )}
      {made && <MadeReview controller={controller} made={made} />}
    </section>
  );
}

function MadeReview({ controller, made }: { controller: PlayController; made: GameReview }): JSX.Element {
  const { session, review } = controller;
  const nodes = [...session.reviewedMoves.value];
  const mistakes = nodes.filter(([, move]) => isMistake(move));
  const current = review.current;
  return (
    <>
      <div class="titled">
        <h2>{t("review.count", { count: mistakes.length })}</h2>
        <div class="row">
          <Button
            icon="left"
            label={t("review.previous")}
            bare
            onPress={() => void review.goToMistake(-1)}
            disabled={review.neighbor(-1) === null}
          />
          <Button
            icon="right"
            label={t("review.next")}
            bare
            onPress={() => void review.goToMistake(1)}
            disabled={review.neighbor(1) === null}
          />
        </div>
      </div>
      {current && current.mark !== "" && <ReviewedMoveNote controller={controller} move={current} />}
      <ol class="mistakes">
        {mistakes.map(([node, move]) => (
          <li key={node}>
            <button
              type="button"
              class="mistake"
              aria-current={node === session.at.value ? "step" : undefined}
              onClick={() => void session.go(node)}
            >
              <span class="stone" data-color={move.color} aria-hidden="true" />
              <strong>{moveTitle(move)}</strong> {reasonsText(move)}
            </button>
          </li>
        ))}
      </ol>
      <p class="quiet">{made.sides.map(sideText).filter(Boolean).join("\n")}</p>
    </>
  );
}

/** What the review says of a marked move: why, what was better, and the proof in words. */
function ReviewedMoveNote({
  controller,
  move,
}: {
  controller: PlayController;
  move: ReviewedMove;
}): JSX.Element {
  const { best, line, continuation } = move;
  const names = (points: readonly { readonly name: string }[]): string =>
    points.map(({ name }) => name).join(" ");
  const hasBetter = best.name !== move.point.name && line.length > 0;
  const isMissed = move.missed.length > 0;
  const proof = proofOf({
    tree: [],
    line: isMissed ? move.missed : move.allowed,
    cut: false,
    winner: isMissed ? move.color : otherColor(move.color),
  });
  return (
    <div class="review-note" data-judgement={move.judgement}>
      <p>
        <strong>{moveTitle(move)}</strong> {reasonsText(move)}
        <span class="quiet figure"> {`${valueText(move, "before")} → ${valueText(move, "after")}`}</span>
      </p>
      {continuation.length > 0 && move.missed.length === 0 && (
        <p class="quiet">{t("review.follows", { line: names(continuation) })}</p>
      )}
      {hasBetter && (
        <div class="row">
          <p>{t("review.better.line", { line: names(line) })}</p>
          <Button icon="step" label={t("review.show")} onPress={() => void controller.review.showBetter()} />
        </div>
      )}
      {proof && (
        <details class="fold">
          <summary>{t("review.proof")}</summary>
          <ol class="steps">
            {proof.nodes.map((node, index) => (
              <li key={index}>
                {t("solve.step", {
                  number: index + 1,
                  color: t(`color.${node.color}`),
                  point: node.point?.name ?? t("proof.elsewhere"),
                })}
                <span class="quiet">{moveText(proof, node)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
