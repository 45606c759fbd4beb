import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Fault, Setup, Stone, View } from "../api/types";
import { type Color, type Point, same } from "../board/point";
import { boardView } from "../game/describe";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Segments } from "./FormFields";
import { GameBoard } from "./GameBoard";

interface SetUp {
  readonly board: JSX.Element;
  readonly panel: JSX.Element;
}

/** What a tap puts: black and white in turn, or one of them, or nothing. */
type Tool = "turns" | Color | "none";
const TOOLS: readonly Tool[] = ["turns", "black", "white", "none"];

/** Stones put by hand. A tap on a stone takes it away. */
export function useSetUp(
  from: View,
  fault: Signal<Fault | null>,
  onDone: (setup: Setup) => unknown,
  onCancel?: () => void,
): SetUp {
  const [stones, setStones] = useState<readonly Stone[]>(() =>
    from.stones.map(({ x, y, color }) => ({ x, y, color })),
  );
  const [turn, setTurn] = useState<Color>(from.turn);
  const [tool, setTool] = useState<Tool>("turns");
  const tap = (point: Point): void => {
    const others = stones.filter((stone) => !same(stone, point));
    const color = others.length < stones.length ? null : colorOf(tool, stones);
    setStones(color ? [...others, { ...point, color }] : others);
  };
  const view: View = { ...from, stones, turn, ending: null, forbidden: [], illegal: [], last: null };
  return {
    board: <GameBoard view={view} drawn={boardView(view, { turn: colorOf(tool, stones) })} onPlace={tap} />,
    panel: (
      <div class="stack">
        <h2>{say("play.setup")}</h2>
        <p>{say("play.setup.hint")}</p>
        <FaultNote fault={fault.value} />
        <Segments
          label={say("play.setup.tool")}
          value={tool}
          onChoose={setTool}
          choices={TOOLS.map((each) => [each, say(`play.setup.tool.${each}`)])}
        />
        <Segments
          label={say("play.setup.turn")}
          value={turn}
          onChoose={setTurn}
          choices={[
            ["black", say("color.black")],
            ["white", say("color.white")],
          ]}
        />
        <div class="row">
          {onCancel && <Button label={say("app.cancel")} onPress={onCancel} />}
          <Button label={say("play.setup.clear")} onPress={() => setStones([])} />
          <Button label={say("play.setup.done")} primary onPress={() => onDone({ stones, turn })} />
        </div>
      </div>
    ),
  };
}

/** The color of the next stone; null if none is put. */
function colorOf(tool: Tool, stones: readonly Stone[]): Color | null {
  if (tool === "none") return null;
  if (tool !== "turns") return tool;
  const black = stones.filter((stone) => stone.color === "black").length;
  return black * 2 <= stones.length ? "black" : "white";
}
