import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Setup, Stone, View } from "../api/types";
import { type Color, type Point, same } from "../board/point";
import { boardView } from "../game/describe";
import { say } from "../words/say";
import { Button } from "./Button";
import { Segments } from "./Field";
import { GameBoard } from "./GameBoard";

interface SetUp {
  readonly board: JSX.Element;
  readonly panel: JSX.Element;
}

/** Stones put by hand: a tap puts a black stone, the next a white one, the next takes it away. */
export function useSetUp(from: View, onDone: (setup: Setup) => void): SetUp {
  const [stones, setStones] = useState<readonly Stone[]>(() =>
    from.stones.map(({ x, y, color }) => ({ x, y, color })),
  );
  const [turn, setTurn] = useState<Color>(from.turn);
  const tap = (point: Point): void => {
    const others = stones.filter((stone) => !same(stone, point));
    const color = nextColor(stones.find((stone) => same(stone, point))?.color);
    setStones(color ? [...others, { ...point, color }] : others);
  };
  const view: View = { ...from, stones, turn, ending: null, forbidden: [], illegal: [], last: null };
  return {
    board: <GameBoard view={view} drawn={boardView(view, { turn: null })} onPlace={tap} />,
    panel: (
      <div class="stack">
        <p>{say("play.setup.hint")}</p>
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
          <Button label={say("play.setup.clear")} onPress={() => setStones([])} />
          <Button label={say("play.setup.done")} primary onPress={() => onDone({ stones, turn })} />
        </div>
      </div>
    ),
  };
}

const nextColor = (color: Color | undefined): Color | null =>
  color === undefined ? "black" : color === "black" ? "white" : null;
