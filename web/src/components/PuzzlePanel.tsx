import type { JSX } from "preact";
import {
  PUZZLE_KINDS,
  PUZZLE_LEVELS,
  type PuzzleController,
  puzzleKind,
  puzzleLevel,
} from "../game/puzzleController";
import { puzzleRecord } from "../game/puzzleRecord";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { Select } from "./FormFields";

/** Panel of a puzzle: what is to be found, the answer to the last move, the record, and which puzzles are wanted. */
export function PuzzlePanel({ controller }: { controller: PuzzleController }): JSX.Element {
  const puzzle = controller.puzzle.value;
  const stage = controller.stage.value;
  return (
    <>
      <div class="status">
        <span class="stone" data-color={puzzle ? controller.color : "none"} aria-hidden="true" />
        <p class="status-text">{stageText(controller)}</p>
      </div>
      <section class="block puzzle" aria-label={t("screen.puzzles")}>
        <h2>
          {puzzle
            ? controller.isDaily.value
              ? t("puzzle.title.daily")
              : t("puzzle.title", { number: puzzle.number })
            : "\u00a0"}
        </h2>
        <p class="quiet">
          {puzzle
            ? `${t(`puzzle.kind.${puzzle.kind}`)} · ${t("puzzle.about", {
                rule: t(`rule.${puzzle.position.rule}`),
                rating: puzzle.rating,
              })}`
            : "\u00a0"}
        </p>
        <p class="puzzle-goal">{controller.goal || "\u00a0"}</p>
        <p class="puzzle-answer" data-stage={stage}>
          {controller.text || "\u00a0"}
        </p>
        <p class="puzzle-line figure">
          {controller.refutation.length > 0 && controller.answer.value?.response.failure === "loses"
            ? t("puzzle.refutation", { line: controller.refutation.map(({ name }) => name).join(" ") })
            : "\u00a0"}
        </p>
      </section>
      <PuzzleFigures />
      <section class="block puzzle-choice" aria-label={t("puzzle.choose")}>
        <Select
          label={t("puzzle.kind")}
          value={puzzleKind.value}
          choices={PUZZLE_KINDS.map((kind) => [kind, t(`puzzle.kind.${kind}`)] as const)}
          onChoose={(kind) => {
            puzzleKind.value = kind;
            void controller.next();
          }}
        />
        <Select
          label={t("puzzle.level")}
          value={puzzleLevel.value}
          choices={PUZZLE_LEVELS.map((level) => [level, t(`puzzle.level.${level}`)] as const)}
          onChoose={(level) => {
            puzzleLevel.value = level;
            void controller.next();
          }}
        />
        <Button icon="hint" label={t("puzzle.daily")} onPress={() => void controller.daily()} />
      </section>
    </>
  );
}

function stageText(controller: PuzzleController): string {
  const stage = controller.stage.value;
  if (stage === "your") return t("puzzle.your", { color: t(`color.${controller.color}`) });
  if (stage === "wrong" || stage === "solved") return t(`puzzle.${stage}`);
  return stage === "checking" ? t("puzzle.checking") : "\u00a0";
}

/** Rating and streak, which the browser keeps. */
function PuzzleFigures(): JSX.Element {
  const { rating, streak, best, solved } = puzzleRecord.value;
  const figures = [
    ["rating", Math.round(rating)],
    ["streak", streak],
    ["best", best],
    ["count", solved],
  ] as const;
  return (
    <section class="block" aria-label={t("puzzle.record")}>
      <dl class="puzzle-record">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt class="quiet">{t(`puzzle.${name}`)}</dt>
            <dd class="figure">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
