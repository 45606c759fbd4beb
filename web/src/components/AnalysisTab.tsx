import type { JSX } from "preact";
import type { PlayController } from "../game/playController";
import { lineThrough, pathTo } from "../game/variationTree";
import { t } from "../i18n/t";
import { evaluation } from "../settings";
import { EngineLines } from "./EngineLines";
import { EvaluationGraph } from "./EvaluationGraph";
import { ReviewPanel } from "./ReviewPanel";

/** Everything for analysis: the review, the graph, the lines of the engine. */
export function AnalysisTab({ controller }: { controller: PlayController }): JSX.Element {
  const { session, engine } = controller;
  const { tree, at, engineSearch } = session;
  const line = lineThrough(tree.value, at.value);
  const thought = engineSearch.busy.value === "reply" ? null : engineSearch.thought.value;
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
        <h2>{t("play.lines")}</h2>
        <EngineLines
          thought={thought}
          area={session.match.value.area}
          onPlay={(point) => void engine.place(point)}
          onKeep={(kept) => session.keepLine(kept)}
          onPreview={(preview) => (controller.preview.value = preview)}
        />
      </section>
    </>
  );
}
