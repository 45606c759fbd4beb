import type { JSX } from "preact";
import { t } from "../i18n/t";

const percent = (chance: number): number => Math.round(chance * 100);

/** Evaluation bar: Black's chance, along the edge of the board; hatched where it is unknown. */
export function EvaluationBar({ chance }: { chance: number | null }): JSX.Element {
  return (
    <div
      class="evaluation-bar"
      role="meter"
      aria-label={t("play.evaluation")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(chance ?? 0.5)}
      aria-valuetext={
        chance === null ? t("play.chance.unknown") : t("play.chance", { percent: percent(chance) })
      }
      data-unknown={chance === null || undefined}
    >
      {chance !== null && (
        <>
          <div class="evaluation-black" style={{ flexGrow: String(chance) }} />
          <div class="evaluation-white" style={{ flexGrow: String(1 - chance) }} />
        </>
      )}
    </div>
  );
}
