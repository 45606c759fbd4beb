import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Candidate, Thought } from "../api/types";
import type { Area, Point } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import { Button } from "./Button";

interface EngineLinesProps {
  readonly thought: Thought | null;
  readonly area: Area;
  readonly onPlay: (point: Point) => void;
  /** Keeps a line as a variation. */
  readonly onKeep: (line: readonly Point[]) => void;
  /** Plays the moves of a line, and goes to the last of them. */
  readonly onStepInto: (line: readonly Point[]) => void;
  /** Shows a line on the board while it is hovered or focused; an empty one ends that. */
  readonly onPreview: (line: readonly Point[]) => void;
}

/** Plies of a search that say nothing: a proven result ends it. */
const PROVEN_DEPTH = 100;

/** Candidate moves of the engine, best first. A line unfolds into its moves, and is previewed on the board. */
export function EngineLines(props: EngineLinesProps): JSX.Element {
  const { thought, area, onPlay, onKeep, onStepInto, onPreview } = props;
  const [unfolded, setUnfolded] = useState("");
  if (!thought) return <p class="quiet">{t("play.noLines")}</p>;
  return (
    <>
      <p class="quiet figure">{depthText(thought)}</p>
      <ol class="lines">
        {thought.lines.map(({ point, value, chances, line }: Candidate) => {
          const name = pointName(area, point);
          const rest = line.slice(1).map((next) => pointName(area, next));
          return (
            <li
              key={name}
              data-unfolded={unfolded === name || undefined}
              onPointerEnter={() => onPreview(line)}
              onPointerLeave={() => onPreview([])}
              onFocusIn={() => onPreview(line)}
              onFocusOut={() => onPreview([])}
            >
              <span class="figure chance">
                {value.kind === "seems" ? `${Math.round(chances * 100)}%` : t(`play.value.${value.kind}`)}
              </span>
              <button type="button" class="move" onClick={() => onPlay(point)}>
                {name}
              </button>
              <button
                type="button"
                class="line"
                aria-expanded={unfolded === name}
                onClick={() => setUnfolded(unfolded === name ? "" : name)}
              >
                {rest.join(" ") || "–"}
              </button>
              <Button icon="plus" label={t("play.keepLine")} bare onPress={() => onKeep(line)} />
              {unfolded === name && rest.length > 0 && (
                <LineMoves names={rest} line={line} onStepInto={onStepInto} onPreview={onPreview} />
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

type LineMovesProps = Pick<EngineLinesProps, "onStepInto" | "onPreview"> & {
  readonly names: readonly string[];
  /** The line with its first move, which the names leave out. */
  readonly line: readonly Point[];
};

/** The moves of an unfolded line: each shows the line up to it, and plays it there. */
function LineMoves({ names, line, onStepInto, onPreview }: LineMovesProps): JSX.Element {
  return (
    <div class="line-moves">
      {names.map((name, index) => {
        const moves = line.slice(0, index + 2);
        return (
          <button
            key={name}
            type="button"
            class="move"
            aria-label={t("lines.into", { point: name })}
            onClick={() => onStepInto(moves)}
            onPointerEnter={() => onPreview(moves)}
            onFocusIn={(event) => {
              event.stopPropagation();
              onPreview(moves);
            }}
          >
            <span class="move-number">{index + 2}</span>
            {name}
          </button>
        );
      })}
    </div>
  );
}

function depthText({ depth, nodes }: Thought): string {
  const count = nodes.toLocaleString();
  if (depth === null) return t("play.playouts", { nodes: count });
  return depth >= PROVEN_DEPTH
    ? t("play.proven", { nodes: count })
    : t("play.depth", { depth, nodes: count });
}
