import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Client } from "../api/client";
import type { FriendClient, FriendState } from "../api/friendClient";
import { pointName } from "../board/pointName";
import { sizeName, toBoardView } from "../game/describe";
import { clockSettingsText, reasonText, resultTitle, turnText } from "../game/describeFriendGame";
import { FriendController } from "../game/friendController";
import { formatLink } from "../game/link";
import { t } from "../i18n/t";
import { navigate } from "../route";
import { listenToKeys, runShortcut } from "../shortcuts";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { FriendInvite } from "./FriendInvite";
import { FriendActions, FriendOffers } from "./FriendOffers";
import { FriendPlayers } from "./FriendPlayers";
import { GameBoard } from "./GameBoard";
import { Notice } from "./Notice";
import { Panel } from "./Panel";
import { PointField } from "./PointField";
import { Toolbar } from "./Toolbar";

interface FriendGameViewProps {
  readonly client: Client;
  readonly friends: FriendClient;
  readonly id: string;
}

/** A game between people, for its players and for watchers. */
export function FriendGameView({ client, friends, id }: FriendGameViewProps): JSX.Element {
  const controller = useMemo(() => new FriendController(client, friends, id), [client, friends, id]);
  useLayoutEffect(() => controller.start(), [controller]);
  useLayoutEffect(() => listenToKeys(() => ({})), []);
  const game = controller.game.value;
  if (controller.missing.value)
    return (
      <>
        <div class="stage">
          <div class="board waiting" />
        </div>
        <Panel>
          <p role="alert">{t("friend.missing")}</p>
          <Button label={t("friend.make.another")} primary onPress={() => navigate("friend")} />
        </Panel>
      </>
    );
  return (
    <>
      <div class="stage">
        <FriendBoard controller={controller} />
      </div>
      <Panel>
        <FriendStatus controller={controller} />
        <Notice />
        <FaultNote fault={controller.fault.value} />
        {game && !game.joined && !game.result && <Entrance controller={controller} game={game} />}
        <FriendOffers controller={controller} />
        <FriendPlayers controller={controller} />
        {game && <Result game={game} controller={controller} />}
        {game && <Details game={game} watchers={controller.view.value?.watchers ?? 0} />}
        {game && game.moves.length > 0 && <Moves game={game} />}
        {controller.may("move") && game && (
          <PointField area={game.settings.area ?? null} onPlace={(point) => controller.place(point)} />
        )}
        {game?.joined && <FriendInvite id={id} waiting={false} />}
      </Panel>
      {controller.seat.value ? (
        <FriendActions controller={controller} />
      ) : (
        <Toolbar label={t("friend.actions.name")}>
          <Button
            icon="plus"
            label={t("play.new")}
            short={t("play.new.short")}
            onPress={() => navigate("friend")}
          />
          {game && !game.joined && !game.result && (
            <Button
              icon="play"
              label={t("friend.join.take")}
              primary
              onPress={() => void controller.join()}
            />
          )}
        </Toolbar>
      )}
    </>
  );
}

function FriendBoard({ controller }: { controller: FriendController }): JSX.Element {
  const [game, position] = [controller.game.value, controller.position.value];
  if (!position || !game) return <div class="board waiting" />;
  const area = game.settings.area ?? null;
  const drawn = toBoardView(position, {
    turn: controller.may("move") && !controller.pending.value ? position.turn : null,
    pending: controller.pending.value,
    marks: game.foul ? [{ x: game.foul.x, y: game.foul.y, text: "×", tone: "bad" }] : [],
  });
  return (
    <GameBoard
      key={`${game.settings.rule} ${area?.width ?? 0}`}
      view={position}
      drawn={drawn}
      onPlace={(point) => controller.place(point)}
      onLetter={(key) => runShortcut(key, {})}
    />
  );
}

/** Whose turn it is or who won, and the state of the connection. */
function FriendStatus({ controller }: { controller: FriendController }): JSX.Element {
  const game = controller.game.value;
  const mine = controller.seat.value;
  const connection = controller.connection.value;
  const stone = game?.result?.winner ? controller.colorOf(game.result.winner) : game?.turn;
  const text = !game ? t("friend.connecting") : game.result ? resultTitle(game, mine) : turnText(game, mine);
  return (
    <>
      <div class="status">
        <span class="stone" data-color={stone ?? "none"} aria-hidden="true" />
        <p class="status-text" role="status">
          {text}
        </p>
        {mine === null && game?.joined && <p class="quiet">{t("friend.watching.you")}</p>}
      </div>
      {connection === "lost" && (
        <p class="fault" role="alert">
          {t("friend.connection.lost")}
        </p>
      )}
    </>
  );
}

/** Card of a finished game. */
function Result({
  game,
  controller,
}: {
  game: FriendState;
  controller: FriendController;
}): JSX.Element | null {
  if (!game.result) return null;
  const { rule, area } = game.settings;
  const link = formatLink({ rule, area: area ?? null, moves: game.moves });
  return (
    <section class="friend-card" aria-label={t("ending.name")}>
      <h2>{resultTitle(game, controller.seat.value)}</h2>
      <p>{reasonText(game)}</p>
      {game.moves.length > 0 && (
        <Button icon="eye" label={t("friend.review")} onPress={() => navigate("play", link)} />
      )}
    </section>
  );
}

/** Before the game: the link for the host, the seat for who comes by it. */
function Entrance({ game, controller }: { game: FriendState; controller: FriendController }): JSX.Element {
  if (controller.seat.value) return <FriendInvite id={game.id} waiting />;
  const color = game.black === "guest" ? "black" : "white";
  return (
    <section class="friend-card">
      <h2>{t("friend.join.title")}</h2>
      <p>
        {game.settings.opening === "swap2"
          ? t("friend.join.swap2")
          : t("friend.join.color", { color: t(`color.${color}`) })}
      </p>
    </section>
  );
}

/** What is played, and how many watch. */
function Details({ game, watchers }: { game: FriendState; watchers: number }): JSX.Element {
  const { rule, area, opening, clock } = game.settings;
  const chips = [
    t(`rule.${rule}`),
    sizeName(area ?? null),
    ...(opening === "swap2" ? [t("play.opening.swap2")] : []),
    clockSettingsText(clock),
    ...(watchers > 0 ? [t("friend.watchers", { count: watchers })] : []),
  ];
  return (
    <div>
      <ul class="friend-chips">
        {chips.map((chip) => (
          <li key={chip} class="chip">
            {chip}
          </li>
        ))}
      </ul>
      {game.clocks && !game.result && <p class="quiet">{t("friend.lag", { ms: game.clocks.most_lag_ms })}</p>}
    </div>
  );
}

/** The moves in two columns, as players write them. */
function Moves({ game }: { game: FriendState }): JSX.Element {
  const area = game.settings.area ?? null;
  return (
    <section class="block">
      <h2>{t("friend.moves")}</h2>
      <ol class="friend-moves">
        {game.moves.map((point, index) => (
          <li key={`${index} ${point.x} ${point.y}`}>
            <span class="quiet">{index + 1}</span> {pointName(area, point)}
          </li>
        ))}
      </ol>
    </section>
  );
}
