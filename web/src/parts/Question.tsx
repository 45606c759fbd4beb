import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Way } from "../api/types";
import { kindsFor, type Solver } from "../game/solver";
import { say } from "../words/say";
import { Button } from "./Button";
import { Select } from "./Field";

const TIMES = [5, 20, 60] as const;
const PLIES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** What is asked about the position. */
export function Question({ solver }: { solver: Solver }): JSX.Element {
  const position = solver.session.position.value;
  const kinds = kindsFor(position);
  const wish = useSignal<(typeof kinds)[number]>("fours");
  const plies = useSignal(3);
  const seconds = useSignal(5);
  const kind = kinds.includes(wish.value) ? wish.value : kinds[0]!;
  const ask = (): void => {
    const way: Way = kind === "plies" ? { kind, plies: plies.value } : { kind };
    void solver.ask(way, seconds.value);
  };
  const view = solver.session.view.value;
  const progress = solver.progress.value;
  return (
    <div class="stack">
      <div class="pair">
        <Select
          label={say("solve.ask")}
          value={kind}
          onChoose={(it) => (wish.value = it)}
          choices={kinds.map((it) => [it, say(`solve.kind.${it}`)])}
        />
        {kind === "plies" ? (
          <Select
            label={say("solve.plies")}
            value={String(plies.value)}
            onChoose={(it) => (plies.value = Number(it))}
            choices={PLIES.map((it) => [String(it), String(it)])}
          />
        ) : (
          <Select
            label={say("solve.time")}
            value={String(seconds.value)}
            onChoose={(it) => (seconds.value = Number(it))}
            choices={TIMES.map((it) => [String(it), say("solve.seconds", { seconds: it })])}
          />
        )}
      </div>
      {solver.busy.value ? (
        <Button icon="stop" label={say("solve.stop")} onPress={() => solver.enough()} />
      ) : (
        <Button icon="search" label={say("solve.go")} primary onPress={ask} disabled={!view} />
      )}
      {solver.busy.value && (
        <p class="quiet figure" role="status">
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
