import type { JSX } from "preact";
import { t } from "../i18n/t";

const percent = (chance: number): number => Math.round(chance * 100);

/** Evaluation bar: Black's chance, along the edge of the board. */
export function EvaluationBar({ chance }: { chance: number }): JSX.Element {
  return (
    <div
      class="evaluation-bar"
      role="meter"
      aria-label={t("play.evaluation")}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(chance)}
      aria-valuetext={t("play.chance", { percent: percent(chance) })}
    >
      <div class="evaluation-black" style={{ flexGrow: String(chance) }} />
      <div class="evaluation-white" style={{ flexGrow: String(1 - chance) }} />
    </div>
  );
}

const WIDTH = 320;
const HEIGHT = 64;

/** Evaluation graph: Black's chance after each move; a press goes to the move. */
export function EvaluationGraph({
  chances,
  at,
  onGo,
}: {
  chances: readonly (number | null)[];
  at: number;
  onGo: (index: number) => void;
}): JSX.Element {
  const last = Math.max(1, chances.length - 1);
  const x = (index: number): number => (index / last) * WIDTH;
  const known = chances.flatMap((chance, index) =>
    chance === null ? [] : [{ x: x(index), y: (1 - chance) * HEIGHT }],
  );
  const line = known
    .map((place, index) => `${index === 0 ? "M" : "L"}${place.x.toFixed(1)} ${place.y.toFixed(1)}`)
    .join("");
  const area =
    known.length > 1
      ? `${line}L${known.at(-1)!.x.toFixed(1)} ${HEIGHT}L${known[0]!.x.toFixed(1)} ${HEIGHT}Z`
      : "";
  const go = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    onGo(Math.round(((event.clientX - left) / width) * last));
  };
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("play.graph")}
      onPointerDown={go}
    >
      <path class="graph-area" d={area} />
      <path class="graph-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path class="graph-line" d={line} />
      {known.map((place) => (
        <rect key={place.x} class="graph-dot" x={place.x - 1.5} y={place.y - 1.5} width={3} height={3} />
      ))}
      <path class="graph-now" d={`M${x(at).toFixed(1)} 0V${HEIGHT}`} />
    </svg>
  );
}
