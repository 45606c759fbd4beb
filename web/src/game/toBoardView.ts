import type { Playable, PositionView } from "../api/types";
import type {
  BoardStone,
  BoardView,
  ForbiddenPoint,
  OwnedPoint,
  PointHeat,
  PointMark,
} from "../board/boardView";

const SHAPES = { three: "3", four: "4", six: "6" } as const;

const OWNERS = ["black", "white", "both", "nobody"] as const;

/** The empty points of NoGo with the sides that may play there. */
export const ownedPoints = (playable: Playable): OwnedPoint[] =>
  OWNERS.flatMap((owner) => playable[owner].map(({ x, y }) => ({ x, y, owner })));

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
    /** Whether it is shown who may play where, where the game has such points. */
    owned?: boolean;
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
    ...(extra.owned && view.playable && !view.ending && { owned: ownedPoints(view.playable) }),
    ...(extra.preview?.length && { preview: extra.preview }),
  };
}
