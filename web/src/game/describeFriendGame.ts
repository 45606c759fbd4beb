import type { FriendState, Seat, TimeControl } from "../api/friendClient";
import { type Color, otherColor } from "../board/point";
import { pointName } from "../board/pointName";
import { friendText } from "../i18n/friendMessages";
import { t } from "../i18n/t";

/** Name of a player: "You" and "Friend", or numbers for watchers. */
export function playerName(seat: Seat, mine: Seat | null): string {
  if (mine === null) return friendText(seat);
  return friendText(seat === mine ? "you" : "friend");
}

/** Time control in a few words. */
export function clockSettingsText(clock: TimeControl): string {
  switch (clock.kind) {
    case "none":
      return friendText("clock.text.none");
    case "per_move":
      return friendText("clock.text.per_move", { seconds: clock.seconds });
    case "fischer":
      return friendText("clock.text.fischer", {
        minutes: minutes(clock.main),
        increment: clock.increment,
      });
    case "byo_yomi":
      return friendText("clock.text.byo_yomi", {
        minutes: minutes(clock.main),
        periods: clock.periods,
        period: clock.period,
      });
  }
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** What is to be done, from the side of a player or a watcher. */
export function turnText(game: FriendState, mine: Seat | null): string {
  if (!game.joined) return friendText(mine ? "turn.waiting" : "turn.waiting.watch");
  if (game.paused) return friendText("turn.paused");
  if (game.stage !== "done") return friendText(`turn.${game.stage}.${game.to_act === mine ? "me" : "other"}`);
  if (mine === null) return friendText("turn.watch", { color: t(`color.${game.turn}`) });
  return friendText(game.to_act === mine ? "turn.you" : "turn.friend");
}

/** Who won and by what, in two sentences. */
export function resultText(game: FriendState, mine: Seat | null): string {
  return `${resultTitle(game, mine)}. ${reasonText(game)}`.replace("。.", "。");
}

/** Who won. */
export function resultTitle(game: FriendState, mine: Seat | null): string {
  const { result } = game;
  if (!result) return "";
  if (result.reason === "cancelled") return friendText("result.cancelled");
  if (result.winner === null) return friendText("result.draw");
  if (mine) return friendText(result.winner === mine ? "result.you.won" : "result.you.lost");
  return friendText("result.watch", { color: t(`color.${colorOf(game, result.winner)}`) });
}

/** By what a game ended. */
export function reasonText(game: FriendState): string {
  const { result, foul } = game;
  if (!result) return "";
  const winner = result.winner && colorOf(game, result.winner);
  // A five is the winner's; all else is what the loser did.
  const color = winner && (result.reason === "five" ? winner : otherColor(winner));
  const point = foul ? pointName(game.settings.area ?? null, foul) : "";
  return friendText(`reason.${result.reason}`, { color: color ? t(`color.${color}`) : "", point });
}

const colorOf = (game: FriendState, seat: Seat): Color => (game.black === seat ? "black" : "white");
