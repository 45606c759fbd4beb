import type { PositionView, Rule } from "../api/types";
import type { BoardStone, BoardView, ForbiddenPoint, PointHeat, PointMark } from "../board/boardView";
import { type Area, otherColor, type Point, pointKey } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";
import type { IllegalReason } from "./illegalReason";
import { levelGain, levelName } from "./levels";

const SHAPES = { three: "3", four: "4", six: "6" } as const;

export const sizeName = (area: Area): string => (area ? t("size.of", { ...area }) : t("size.infinite"));

/** Localized reason why a point cannot be played. */
export function illegalText(reason: IllegalReason, point: string): string {
  if (reason.kind === "occupied") return t("why.occupied", { point });
  return t("why.refused", { point, why: reasonText(reason) });
}

function reasonText(reason: Exclude<IllegalReason, { kind: "occupied" }>): string {
  return reason.kind === "chokes"
    ? t("why.chokes", { color: t(`color.${reason.color}`) })
    : t(`why.${reason.kind}`);
}

/** Maps the server's view of a position to the view model of the board. */
export function toBoardView(
  view: PositionView,
  extra: {
    turn: BoardView["turn"];
    pending?: BoardStone | null;
    marks?: readonly PointMark[];
    heat?: readonly PointHeat[];
    lines?: BoardView["lines"];
    preview?: readonly BoardStone[];
  },
): BoardView {
  const fouls: ForbiddenPoint[] =
    view.turn === "black"
      ? view.forbidden.map(({ x, y, kind, lines }) => ({
          x,
          y,
          shape: SHAPES[kind],
          lines: lines.map((line) => line.points),
        }))
      : [];
  const choked: ForbiddenPoint[] = view.illegal.map(({ x, y }) => ({ x, y, shape: "x", lines: [] }));
  return {
    area: view.area,
    turn: extra.turn,
    stones: view.stones,
    last: view.last,
    forbidden: view.ending ? [] : [...fouls, ...choked],
    lines: extra.lines?.length ? extra.lines : (view.ending?.lines.map((line) => line.points) ?? []),
    marks: extra.marks ?? [],
    heat: extra.heat ?? [],
    pending: extra.pending ?? null,
    ...(extra.preview?.length && { preview: extra.preview }),
  };
}

/** Reasons of the points that the side to move may not play, by their keys. */
function forbiddenReasons(view: PositionView): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const { x, y, chokes } of view.illegal)
    reasons.set(pointKey({ x, y }), reasonText({ kind: "chokes", color: chokes }));
  if (view.turn === "black")
    for (const foul of view.forbidden) reasons.set(pointKey(foul), reasonText({ kind: foul.kind }));
  return reasons;
}

/** Why a point may not be played, as a sentence. */
export function forbiddenText(view: PositionView, point: Point): string {
  const why = forbiddenReasons(view).get(pointKey(point)) ?? "";
  return t("board.forbidden.hint", { point: pointName(view.area, point), why });
}

/** Returns the accessible name of each point, for screen readers. */
export function pointLabeller(view: PositionView): (point: Point) => string {
  const stones = new Map(view.stones.map((stone) => [pointKey(stone), stone]));
  const liberties = new Map<string, number>();
  for (const chain of view.chains)
    for (const stone of chain.stones) liberties.set(pointKey(stone), chain.liberties.length);
  const reasons = forbiddenReasons(view);
  return (point) => {
    const name = pointName(view.area, point);
    const stone = stones.get(pointKey(point));
    if (stone) {
      const color = t(`color.${stone.color}`);
      const plain = stone.number
        ? t("board.numbered", { point: name, color, number: stone.number })
        : t("board.stone", { point: name, color });
      const count = liberties.get(pointKey(point));
      const text = count === undefined ? plain : t("board.liberties", { text: plain, count });
      return view.last?.x === point.x && view.last.y === point.y ? t("board.last", { text }) : text;
    }
    const why = reasons.get(pointKey(point));
    return why ? t("board.forbidden", { point: name, why }) : t("board.empty", { point: name });
  };
}

/** Level with its name, its number and its measured gain: "Casual · level 4 · +296 Elo". */
export function levelText(rule: Rule, level: number): string {
  const gain = levelGain(rule, level);
  const name = t(`level.${levelName(level)}`);
  return gain === null ? t("level.plain", { name, level }) : t("level.measured", { name, level, gain });
}

/** How a finished game ended, as a sentence: "White made five." */
export function resultText({ ending }: PositionView): string {
  const { winner, reason } = ending!;
  const color = winner && (reason === "no-move" ? otherColor(winner) : winner);
  return t(`result.how.${reason}`, { color: color ? t(`color.${color}`) : "" });
}

/** Localized result of a finished game. */
export function endingText(view: PositionView): string {
  const { winner, reason } = view.ending!;
  return t(`play.won.${reason}`, { color: winner ? t(`color.${winner}`) : "" });
}
