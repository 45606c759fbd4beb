import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { notice, showNotice } from "../announce";
import type { PositionView } from "../api/types";
import { Board } from "../board/Board";
import type { BoardView } from "../board/boardView";
import { type Point, samePoint } from "../board/point";
import { pointName } from "../board/pointName";
import { forbiddenText, pointLabeller, sizeName } from "../game/describe";
import { t } from "../i18n/t";
import { coordinates, dark, flipped, language, numbers, placing, theme } from "../settings";
import { TextBoard } from "./TextBoard";

interface GameBoardProps {
  readonly view: PositionView;
  readonly drawn: BoardView;
  readonly prefix?: string;
  readonly onPlace: (point: Point) => void;
  readonly onStep?: (by: 1 | -1) => void;
  readonly onLetter?: (letter: string) => void;
}

const NOOP = (): void => undefined;

/** The board with the display settings and localized labels. */
export function GameBoard({
  view,
  drawn,
  prefix = "point",
  onPlace,
  onStep = NOOP,
  onLetter = NOOP,
}: GameBoardProps): JSX.Element {
  const label = useMemo(() => pointLabeller(view), [view, language.value]);
  const name = t("board.name", { rule: t(`rule.${view.rule}`), size: sizeName(view.area) });
  const look = { numbers: numbers.value, coordinates: coordinates.value, flipped: flipped.value };
  /** Shows the reason of a forbidden point, or the liberties of a chain, while it is hovered or focused. */
  const point = (at: Point | null): void => {
    const barred = at && drawn.forbidden.some((each) => samePoint(each, at));
    const chained = at && view.chains.some(({ stones }) => stones.some((stone) => samePoint(stone, at)));
    notice.value = barred ? forbiddenText(view, at) : chained ? label(at) : "";
  };
  const typing = (text: string, known: boolean): void => {
    if (known) notice.value = text;
    else showNotice(t("play.unknown", { text }));
  };
  return (
    <>
      <Board
        view={drawn}
        prefix={prefix}
        look={look}
        style={theme.value}
        mode={`${theme.value} ${dark.value}`}
        placing={placing.value}
        name={name}
        label={label}
        onPlace={onPlace}
        onPoint={point}
        onStep={onStep}
        onLetter={onLetter}
        onArm={(at) => showNotice(t("board.again", { point: pointName(view.area, at) }))}
        tools={{ zoomIn: t("board.zoomIn"), zoomOut: t("board.zoomOut"), recentre: t("board.recentre") }}
        onTyping={typing}
      />
      {prefix === "point" && <TextBoard view={view} name={name} />}
    </>
  );
}
