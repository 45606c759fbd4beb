import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { notice, showNotice } from "../announce";
import type { PositionView } from "../api/types";
import { Board } from "../board/Board";
import type { BoardView } from "../board/boardView";
import { type Point, pointKey, samePoint } from "../board/point";
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

/** Labels of points with who may play there. */
function withOwners(label: (point: Point) => string, owned: BoardView["owned"]): (point: Point) => string {
  if (!owned) return label;
  const owners = new Map(owned.map((point) => [pointKey(point), point.owner]));
  return (point) => {
    const owner = owners.get(pointKey(point));
    const text = label(point);
    return owner ? t("board.owned", { text, who: t(`board.owner.${owner}`) }) : text;
  };
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
  const plain = useMemo(() => pointLabeller(view), [view, language.value]);
  const label = useMemo(() => withOwners(plain, drawn.owned), [plain, drawn.owned]);
  const armed = useRef("");
  const name = t("board.name", { rule: t(`rule.${view.rule}`), size: sizeName(view.area) });
  const look = { numbers: numbers.value, coordinates: coordinates.value, flipped: flipped.value };
  /** Shows the reason of a forbidden point, or the liberties of a chain, while it is hovered or focused. */
  const point = (at: Point | null): void => {
    const barred = at && drawn.forbidden.some((each) => samePoint(each, at));
    const chained = at && view.chains.some(({ stones }) => stones.some((stone) => samePoint(stone, at)));
    const text = barred ? forbiddenText(view, at) : chained ? label(at) : "";
    // The focus that follows a tap, and the finger that is lifted, leave the notice of the second tap.
    if (text === "" && notice.peek() === armed.current) return;
    notice.value = text;
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
        onArm={(at) => {
          armed.current = t("board.again", { point: pointName(view.area, at) });
          showNotice(armed.current);
        }}
        tools={{ zoomIn: t("board.zoomIn"), zoomOut: t("board.zoomOut"), recentre: t("board.recentre") }}
        onTyping={typing}
      />
      {prefix === "point" && <TextBoard view={view} name={name} />}
    </>
  );
}
