import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type MessageKey, t } from "../i18n/t";
import { Brush } from "../pixel/brush";

const HERE = { x: 0, y: 0 };
const CELL = 16;

/** Symbols of the animation, drawn as they appear there. */
const SIGNS: readonly (readonly [MessageKey, (brush: Brush) => void])[] = [
  [
    "watch.legend.liberty",
    (brush) => {
      brush.liberty(HERE, "black");
      brush.liberty(HERE, "white");
    },
  ],
  [
    "watch.legend.count",
    (brush) => {
      brush.stone(HERE, "black");
      brush.count({ id: 0, color: "black", stones: [HERE], liberties: [HERE, HERE, HERE] }, false);
    },
  ],
  [
    "watch.legend.pointer",
    (brush) => {
      brush.pointer({ x: 0, y: 0.2 }, "black");
      brush.pointer({ x: 0, y: 0.2 }, "white");
    },
  ],
  ["watch.legend.cross", (brush) => brush.cross(HERE)],
  ["watch.legend.candidate", (brush) => brush.candidate(HERE, true)],
  [
    "watch.legend.last",
    (brush) => {
      brush.stone(HERE, "white");
      brush.corners(HERE, "last");
    },
  ],
];

export function Legend(): JSX.Element {
  return (
    <ul class="legend">
      {SIGNS.map(([words, draw]) => (
        <li key={words}>
          <Sign draw={draw} />
          <span>{t(words)}</span>
        </li>
      ))}
    </ul>
  );
}

function Sign({ draw }: { draw: (brush: Brush) => void }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const brush = new Brush(canvas.current!.getContext("2d")!, CELL, 1);
    brush.rect(0, 0, CELL + 1, CELL + 1, "gap");
    brush.point(HERE);
    draw(brush);
  }, [draw]);
  return <canvas ref={canvas} width={CELL + 1} height={CELL + 1} aria-hidden="true" />;
}
