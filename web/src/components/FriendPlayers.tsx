import type { JSX } from "preact";
import type { Seat } from "../api/friendClient";
import { playerName } from "../game/describeFriendGame";
import { clockFace, clockText } from "../game/friendClock";
import type { FriendController } from "../game/friendController";
import { t } from "../i18n/t";

/** Below this a clock is drawn as urgent. */
const URGENT_MS = 10_000;

/** Both players: color, name, whether they are there, and their clocks. */
export function FriendPlayers({ controller }: { controller: FriendController }): JSX.Element | null {
  const game = controller.game.value;
  if (!game) return null;
  const mine = controller.seat.value;
  // The own seat stands below, as at a board; watchers see Black above.
  const below: Seat = mine ?? (game.black === "host" ? "guest" : "host");
  const above: Seat = below === "host" ? "guest" : "host";
  return (
    <ul class="players">
      {[above, below].map((seat) => (
        <Player key={seat} controller={controller} seat={seat} />
      ))}
    </ul>
  );
}

function Player({ controller, seat }: { controller: FriendController; seat: Seat }): JSX.Element | null {
  const game = controller.game.value;
  if (!game) return null;
  const mine = controller.seat.value;
  const color = controller.colorOf(seat);
  const empty = seat === "guest" && !game.joined;
  const here = controller.isHere(seat);
  const name = empty ? t("friend.seat.nobody") : playerName(seat, mine);
  return (
    <li class="player" data-turn={game.to_act === seat || undefined}>
      <span class="stone" data-color={color ?? "none"} aria-hidden="true" />
      <span class="player-name">
        {name}
        <span class="visually-hidden"> {color ? t(`color.${color}`) : t("friend.color.unknown")}</span>
      </span>
      {!empty && (
        <span class="presence" data-here={here || undefined}>
          {t(here ? "friend.here" : "friend.away")}
        </span>
      )}
      <PlayerClock controller={controller} seat={seat} name={name} />
    </li>
  );
}

interface PlayerClockProps {
  readonly controller: FriendController;
  readonly seat: Seat;
  readonly name: string;
}

function PlayerClock({ controller, seat, name }: PlayerClockProps): JSX.Element | null {
  const game = controller.game.value;
  if (!game?.clocks) return null;
  // Drawn anew while it runs.
  if (game.clocks.running === seat) void controller.tick.value;
  const face = clockFace(game.settings.clock, game.clocks, seat, controller.serverNow());
  const time = clockText(face.ms);
  const shown = face.periods === null ? time : t("friend.clock.periods", { time, periods: face.periods });
  return (
    <span
      class="player-clock figure"
      role="timer"
      aria-label={t("friend.clock.name", { name, time: shown })}
      data-running={face.running || undefined}
      data-urgent={(face.running && face.ms < URGENT_MS) || undefined}
    >
      {shown}
    </span>
  );
}
