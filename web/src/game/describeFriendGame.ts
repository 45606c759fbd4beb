import type { FriendState, Seat, TimeControl } from "../api/friendClient";
import { type Color, otherColor } from "../board/point";
import { pointName } from "../board/pointName";
import { t } from "../i18n/t";

/** Name of a player: "You" and "Friend", or numbers for watchers. */
export function playerName(seat: Seat, mine: Seat | null): string {
  if (mine === null) return t(`friend.player.${seat}`);
  return t(seat === mine ? "friend.you" : "friend.friend");
}

/** Time control in a few words. */
export function clockSettingsText(clock: TimeControl): string {
  switch (clock.kind) {
    case "none":
      return t("friend.clock.text.none");
    case "per_move":
      return t("friend.clock.text.per_move", { seconds: clock.seconds });
    case "fischer":
      return t("friend.clock.text.fischer", {
        minutes: minutes(clock.main),
        increment: clock.increment,
      });
    case "byo_yomi":
      return t("friend.clock.text.byo_yomi", {
        minutes: minutes(clock.main),
        periods: clock.periods,
        period: clock.period,
      });
  }
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** What is to be done, from the side of a player or a watcher. */
export function turnText(game: FriendState, mine: Seat | null): string {
  if (!game.joined) return t(mine ? "friend.turn.waiting" : "friend.turn.waiting.watch");
  if (game.paused) return t("friend.turn.paused");
  if (game.stage !== "done") return t(`friend.turn.${game.stage}.${game.to_act === mine ? "me" : "other"}`);
  if (mine === null) return t("friend.turn.watch", { color: t(`color.${game.turn}`) });
  return t(game.to_act === mine ? "friend.turn.you" : "friend.turn.friend");
}

/** Who won and by what, in two sentences. */
export function resultText(game: FriendState, mine: Seat | null): string {
  return `${resultTitle(game, mine)}. ${reasonText(game)}`.replace("。.", "。");
}

/** Who won. */
export function resultTitle(game: FriendState, mine: Seat | null): string {
  const { result } = game;
  if (!result) return "";
  if (result.reason === "cancelled") return t("friend.result.cancelled");
  if (result.winner === null) return t("friend.result.draw");
  if (mine) return t(result.winner === mine ? "friend.result.you.won" : "friend.result.you.lost");
  return t("friend.result.watch", { color: t(`color.${colorOf(game, result.winner)}`) });
}

/** By what a game ended. */
export function reasonText(game: FriendState): string {
  const { result, foul } = game;
  if (!result) return "";
  const winner = result.winner && colorOf(game, result.winner);
  // A five is the winner's; all else is what the loser did.
  const color = winner && (result.reason === "five" ? winner : otherColor(winner));
  const point = foul ? pointName(game.settings.area ?? null, foul) : "";
  return t(`friend.reason.${result.reason}`, { color: color ? t(`color.${color}`) : "", point });
}

const colorOf = (game: FriendState, seat: Seat): Color => (game.black === seat ? "black" : "white");
