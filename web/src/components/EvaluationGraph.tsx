import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReviewedMove } from "../api/types";
import type { Area, Point } from "../board/point";
import { pointName } from "../board/pointName";
import { isMarked } from "../game/reviewedMoves";
import { moveTitle, valueText } from "../game/reviewText";
import { t } from "../i18n/t";

interface EvaluationGraphProps {
  /** Black's chance at the start and after each move; null where it is unknown. */
  readonly chances: readonly (number | null)[];
  /** Review of each move; null at the start and where there is none. */
  readonly moves: readonly (ReviewedMove | null)[];
  readonly points: readonly (Point | null)[];
  readonly area: Area;
  readonly at: number;
  readonly onGo: (index: number) => void;
}

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  PageDown: (at) => at - 10,
  PageUp: (at) => at + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/** Evaluation graph: Black below, White above, dots at mistakes. A slider through the game for mouse and keyboard. */
export function EvaluationGraph(props: EvaluationGraphProps): JSX.Element {
  const { chances, moves, points, area, at, onGo } = props;
  const [hover, setHover] = useState<number | null>(null);
  const last = Math.max(1, chances.length - 1);
  const x = (index: number): number => (index / last) * 100;
  const indexAt = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(((event.clientX - left) / width) * last);
    return Math.min(Math.max(index, 0), chances.length - 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onGo(Math.min(Math.max(step(at, chances.length - 1), 0), chances.length - 1));
  };
  const name = (index: number): string => {
    const point = points[index];
    return point ? pointName(area, point) : "";
  };
  const tip = (index: number): string => {
    const move = moves[index];
    const chance = chances[index] ?? null;
    if (move) return `${moveTitle(move)} · ${valueText(move, "before")} → ${valueText(move, "after")}`;
    const title = index === 0 ? t("graph.start") : `${index} ${name(index)}`;
    return `${title} · ${chance === null ? t("graph.unknown") : t("play.chance", { percent: Math.round(100 * chance) })}`;
  };
  const shown = hover ?? at;
  return (
    <div class="graph-frame">
      <div class="graph-axis" aria-hidden="true">
        <span>100%</span>
        <span>{"50"}</span>
        <span>{"0"}</span>
      </div>
      <div
        class="graph"
        role="slider"
        tabIndex={0}
        aria-label={t("play.graph")}
        aria-valuemin={0}
        aria-valuemax={chances.length - 1}
        aria-valuenow={at}
        aria-valuetext={tip(at)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => onGo(indexAt(event))}
        onPointerMove={(event) => setHover(indexAt(event))}
        onPointerLeave={() => setHover(null)}
      >
        <svg class="graph-plot" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {runs(chances).map((run) => (
            <g key={run[0]!.index}>
              <path class="graph-white" d={areaPath(run, x, 0)} />
              <path class="graph-black" d={areaPath(run, x, 100)} />
              <path class="graph-line" d={linePath(run, x)} />
            </g>
          ))}
          <path class="graph-middle" d="M0 50H100" />
          <path class="graph-now" d={`M${x(at).toFixed(2)} 0V100`} />
        </svg>
        {moves.map((move, index) => {
          const chance = chances[index] ?? null;
          if (!move || !isMarked(move) || chance === null) return null;
          const style = { left: `${x(index)}%`, top: `${(1 - chance) * 100}%` };
          return <i key={move.number} class="graph-dot" data-judgement={move.judgement} style={style} />;
        })}
      </div>
      <p class="graph-tip" aria-hidden="true">
        {tip(shown)}
      </p>
    </div>
  );
}

interface GraphPlace {
  readonly index: number;
  readonly chance: number;
}

/** Runs of known values; what is unknown is a gap. */
function runs(chances: readonly (number | null)[]): GraphPlace[][] {
  const found: GraphPlace[][] = [];
  chances.forEach((chance, index) => {
    if (chance === null) return;
    const run = found.at(-1);
    if (run?.at(-1)?.index === index - 1) run.push({ index, chance });
    else found.push([{ index, chance }]);
  });
  return found;
}

type PlaceX = (index: number) => number;

/** A single value is a short line, so that it can be seen. */
function linePath(run: readonly GraphPlace[], x: PlaceX): string {
  const places = run.length === 1 ? [run[0]!, run[0]!] : run;
  const nudge = (index: number): number => (run.length === 1 ? (index === 0 ? -0.6 : 0.6) : 0);
  return places
    .map(
      ({ index, chance }, n) =>
        `${n === 0 ? "M" : "L"}${(x(index) + nudge(n)).toFixed(2)} ${((1 - chance) * 100).toFixed(1)}`,
    )
    .join("");
}

const areaPath = (run: readonly GraphPlace[], x: PlaceX, base: number): string =>
  `${linePath(run, x)}L${x(run.at(-1)!.index).toFixed(2)} ${base}L${x(run[0]!.index).toFixed(2)} ${base}Z`;
