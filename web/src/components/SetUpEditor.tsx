import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Fault, PositionView, Setup, Stone } from "../api/types";
import { type Color, type Point, samePoint } from "../board/point";
import { toBoardView } from "../game/describe";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Segments } from "./FormFields";
import { GameBoard } from "./GameBoard";
import { Panel } from "./Panel";

interface SetUpEditorProps {
  /** The position to start from. */
  readonly view: PositionView;
  readonly fault: Fault | null;
  readonly onDone: (setup: Setup) => Promise<void>;
  readonly onCancel: () => void;
}

/** What a tap places: alternating colors, one color, or nothing. */
type Tool = "turns" | Color | "none";
const TOOLS: readonly Tool[] = ["turns", "black", "white", "none"];

/** Editor of a setup: board and panel. A tap on a stone removes it. */
export function SetUpEditor({ view: from, fault, onDone, onCancel }: SetUpEditorProps): JSX.Element {
  const [stones, setStones] = useState<readonly Stone[]>(() =>
    from.stones.map(({ x, y, color }) => ({ x, y, color })),
  );
  const [turn, setTurn] = useState<Color>(from.turn);
  const [tool, setTool] = useState<Tool>("turns");
  const tap = (point: Point): void => {
    const others = stones.filter((stone) => !samePoint(stone, point));
    const color = others.length < stones.length ? null : nextColor(tool, stones);
    setStones(color ? [...others, { ...point, color }] : others);
  };
  const view: PositionView = { ...from, stones, turn, ending: null, forbidden: [], illegal: [], last: null };
  return (
    <>
      <div class="stage">
        <GameBoard view={view} drawn={toBoardView(view, { turn: nextColor(tool, stones) })} onPlace={tap} />
      </div>
      <Panel>
        <div class="stack">
          <h2>{t("play.setup")}</h2>
          <p>{t("play.setup.hint")}</p>
          <FaultNote fault={fault} />
          <Segments
            label={t("play.setup.tool")}
            value={tool}
            onChoose={setTool}
            choices={TOOLS.map((each) => [each, t(`play.setup.tool.${each}`)])}
          />
          <Segments
            label={t("play.setup.turn")}
            value={turn}
            onChoose={setTurn}
            choices={[
              ["black", t("color.black")],
              ["white", t("color.white")],
            ]}
          />
          <div class="row">
            <Button label={t("app.cancel")} onPress={onCancel} />
            <Button label={t("play.setup.clear")} onPress={() => setStones([])} />
            <Button label={t("play.setup.done")} primary onPress={() => void onDone({ stones, turn })} />
          </div>
        </div>
      </Panel>
    </>
  );
}

/** Color of the next stone; null if none is placed. */
function nextColor(tool: Tool, stones: readonly Stone[]): Color | null {
  if (tool === "none") return null;
  if (tool !== "turns") return tool;
  const black = stones.filter((stone) => stone.color === "black").length;
  return black * 2 <= stones.length ? "black" : "white";
}
