import type { JSX } from "preact";
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
}

/** Candidate moves of the engine, best first. */
export function EngineLines({ thought, area, onPlay, onKeep }: EngineLinesProps): JSX.Element {
  if (!thought) return <p class="quiet">{t("play.noLines")}</p>;
  return (
    <>
      <p class="quiet figure">
        {t(thought.depth === null ? "play.playouts" : "play.depth", {
          depth: thought.depth ?? 0,
          nodes: thought.nodes.toLocaleString(),
        })}
      </p>
      <ol class="lines">
        {thought.lines.map(({ point, value, chances, line }: Candidate) => (
          <li key={pointName(area, point)}>
            <span class="figure chance">
              {value.kind === "seems" ? `${Math.round(chances * 100)}%` : t(`play.value.${value.kind}`)}
            </span>
            <button type="button" class="move" onClick={() => onPlay(point)}>
              {pointName(area, point)}
            </button>
            <span class="quiet line">
              {line
                .slice(1)
                .map((next) => pointName(area, next))
                .join(" ")}
            </span>
            <Button icon="plus" label={t("play.keepLine")} bare onPress={() => onKeep(line)} />
          </li>
        ))}
      </ol>
    </>
  );
}
