import type { JSX } from "preact";
import type { PlayController } from "../game/playController";
import { lineThrough, pathTo } from "../game/variationTree";
import { t } from "../i18n/t";
import { evaluation, owners } from "../settings";
import { AnalysisOptions } from "./AnalysisOptions";
import { Button } from "./Button";
import { EngineLines } from "./EngineLines";
import { EvaluationGraph } from "./EvaluationGraph";
import { PointOwners } from "./PointOwners";
import { ReviewPanel } from "./ReviewPanel";
import { ThreatNote } from "./ThreatNote";

/** Everything for analysis: the review, the graph, the lines of the engine. */
export function AnalysisTab({ controller }: { controller: PlayController }): JSX.Element {
  const { session, engine } = controller;
  const { tree, at } = session;
  const line = lineThrough(tree.value, at.value);
  const playable = session.view.value?.playable;
  return (
    <>
      {evaluation.value && (
        <EvaluationGraph
          chances={session.chances.value}
          moves={line.map((id) => session.reviewedMoves.value.get(id) ?? null)}
          points={line.map((id) => tree.value[id]?.point ?? null)}
          area={session.match.value.area}
          at={pathTo(tree.value, at.value).length - 1}
          onGo={(index) => void session.go(line[index] ?? at.value)}
        />
      )}
      <ReviewPanel controller={controller} />
      <section class="block thoughts">
        <div class="titled">
          <h2>{t("play.lines")}</h2>
          <div class="row">
            {playable && (
              <Button
                label={t("points.show")}
                pressed={owners.value}
                onPress={() => controller.commands.showOwners()}
              />
            )}
            <Button
              label={t("threat.show")}
              pressed={controller.threats.enabled.value}
              onPress={() => controller.commands.showThreats()}
            />
          </div>
        </div>
        {playable && owners.value && <PointOwners playable={playable} />}
        <ThreatNote controller={controller} />
        <EngineLines
          thought={session.shownThought}
          area={session.match.value.area}
          onPlay={(point) => void engine.place(point)}
          onKeep={(kept) => session.keepLine(kept)}
          onStepInto={(moves) => {
            controller.preview.value = [];
            void session.stepInto(moves);
          }}
          onPreview={(preview) => (controller.preview.value = preview)}
        />
        <AnalysisOptions />
      </section>
    </>
  );
}
