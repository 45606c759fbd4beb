import type { JSX } from "preact";
import { kindsFor, type SolveController, type SolveOptions } from "../game/solveController";
import { t } from "../i18n/t";
import { Select } from "./FormFields";

const TIMES = [5, 20, 60] as const;
const PLIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Form of the solve options, with the progress of the search. */
export function SolveForm({ controller }: { controller: SolveController }): JSX.Element {
  const { plies, seconds } = controller.options.value;
  const { kind } = controller;
  const change = (part: Partial<SolveOptions>): void => {
    controller.options.value = { ...controller.options.value, ...part };
  };
  const progress = controller.progress.value;
  return (
    <div class="stack">
      <div class="pair uneven">
        <Select
          label={t("solve.ask")}
          value={kind}
          onChoose={(it) => change({ kind: it })}
          choices={kindsFor(controller.session.position.value).map((it) => [it, t(`solve.kind.${it}`)])}
        />
        {kind === "plies" ? (
          <Select
            label={t("solve.plies")}
            value={String(plies)}
            onChoose={(it) => change({ plies: Number(it) })}
            choices={PLIES.map((it) => [String(it), String(it)])}
          />
        ) : (
          <Select
            label={t("solve.time")}
            value={String(seconds)}
            onChoose={(it) => change({ seconds: Number(it) })}
            choices={TIMES.map((it) => [String(it), t("solve.seconds", { seconds: it })])}
          />
        )}
      </div>
      {controller.busy.value && (
        <p class="quiet figure">
          {progress
            ? t("solve.progress", {
                seconds: (progress.elapsed_ms / 1000).toFixed(1),
                nodes: progress.nodes.toLocaleString(),
              })
            : t("solve.solving")}
        </p>
      )}
    </div>
  );
}
