import type { Rule } from "../api/types";
import type { Area } from "../board/point";
import type { MessageKey } from "../i18n/t";
import { IS_STATIC, type Screen } from "../route";
import type { BoardPictureView } from "./boardPictures";
import { PICTURES } from "./boardPictures";

/** What the tile of the start card does: begins a game of a rule and board, or opens a screen. */
export type TileAction =
  | { readonly kind: "game"; readonly rule: Rule; readonly area: Area }
  | { readonly kind: "screen"; readonly screen: Screen };

/** Tile of the start card. */
export interface StartTile {
  readonly id: string;
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly picture: BoardPictureView;
  readonly action: TileAction;
}

const square = (side: number): Area => ({ width: side, height: side });

/** Tiles of the start card, in order. That of the game on the board is left out. */
export const START_TILES: readonly StartTile[] = [
  {
    id: "freestyle",
    title: "start.freestyle.title",
    text: "start.freestyle.tile",
    picture: PICTURES.five,
    action: { kind: "game", rule: "freestyle", area: square(15) },
  },
  {
    id: "renju",
    title: "start.renju.title",
    text: "start.renju.tile",
    picture: PICTURES.foul,
    action: { kind: "game", rule: "renju", area: square(15) },
  },
  {
    id: "nogo",
    title: "start.nogo.title",
    text: "start.nogo.tile",
    picture: PICTURES.nogo,
    action: { kind: "game", rule: "nogo", area: square(9) },
  },
  {
    id: "infinite",
    title: "size.infinite",
    text: "start.infinite.tile",
    picture: PICTURES.infinite,
    action: { kind: "game", rule: "freestyle", area: null },
  },
  {
    id: "puzzles",
    title: "screen.puzzles",
    text: "start.puzzles.tile",
    picture: PICTURES.puzzle,
    action: { kind: "screen", screen: "puzzles" },
  },
  // Games between people need a server that judges and keeps the time.
  ...(IS_STATIC
    ? []
    : [
        {
          id: "friend",
          title: "screen.friend",
          text: "start.friend.tile",
          picture: PICTURES.turns,
          action: { kind: "screen", screen: "friend" },
        } as const,
      ]),
];

/** Whether a tile is that of the game on the board. */
export function isTileOf({ action }: StartTile, rule: Rule, area: Area): boolean {
  return action.kind === "game" && action.rule === rule && (action.area === null) === (area === null);
}
