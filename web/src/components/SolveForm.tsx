import type { JSX } from "preact";
import { kindsFor, type Solver, type Wish } from "../game/solveController";
import { say } from "../i18n/t";
import { Select } from "./FormFields";

const TIMES = [5, 20, 60] as const;
const PLIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** What is asked about the position. */
export function Question({ solver }: { solver: Solver }): JSX.Element {
  const { plies, seconds } = solver.wish.value;
  const { kind } = solver;
  const change = (part: Partial<Wish>): void => {
    solver.wish.value = { ...solver.wish.value, ...part };
  };
  const progress = solver.progress.value;
  return (
    <div class="stack">
      <div class="pair uneven">
        <Select
          label={say("solve.ask")}
          value={kind}
          onChoose={(it) => change({ kind: it })}
          choices={kindsFor(solver.session.position.value).map((it) => [it, say(`solve.kind.${it}`)])}
        />
        {kind === "plies" ? (
          <Select
            label={say("solve.plies")}
            value={String(plies)}
            onChoose={(it) => change({ plies: Number(it) })}
            choices={PLIES.map((it) => [String(it), String(it)])}
          />
        ) : (
          <Select
            label={say("solve.time")}
            value={String(seconds)}
            onChoose={(it) => change({ seconds: Number(it) })}
            choices={TIMES.map((it) => [String(it), say("solve.seconds", { seconds: it })])}
          />
        )}
      </div>
      {solver.busy.value && (
        <p class="quiet figure">
          {progress
            ? say("solve.progress", {
                seconds: (progress.elapsed_ms / 1000).toFixed(1),
                nodes: progress.nodes.toLocaleString(),
              })
            : say("solve.solving")}
        </p>
      )}
    </div>
  );
}
