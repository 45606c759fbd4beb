import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client";
import { asApiError } from "../api/client";
import type { FriendClient, NewFriendGame, TimeControl } from "../api/friendClient";
import { newId } from "../api/request";
import type { Fault, PositionView, Rule } from "../api/types";
import type { Area } from "../board/point";
import { sizeName, toBoardView } from "../game/describe";
import { keepOwnGame } from "../game/friendGameList";
import { boardSides, defaultSide, RULES, squareArea } from "../game/match";
import { t } from "../i18n/t";
import { persistedSignal } from "../persistedSignal";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Segments, Select } from "./FormFields";
import { FriendClockFields } from "./FriendClockFields";
import { GameBoard } from "./GameBoard";
import { OwnFriendGames } from "./OwnFriendGames";
import { Panel } from "./Panel";

/** Settings of the next game between people. */
interface FriendDraft {
  readonly rule: Rule;
  readonly area: Area;
  readonly opening: "none" | "swap2";
  readonly black: "random" | "host" | "guest";
  readonly clock: TimeControl;
}

const FIRST_DRAFT: FriendDraft = {
  rule: "freestyle",
  area: squareArea(15),
  opening: "none",
  black: "random",
  clock: { kind: "none" },
};

const isDraft = (stored: unknown): stored is FriendDraft => {
  const { rule, opening, black, clock } = (stored ?? {}) as FriendDraft;
  return (
    RULES.includes(rule) &&
    ["none", "swap2"].includes(opening) &&
    ["random", "host", "guest"].includes(black) &&
    ["none", "per_move", "fischer", "byo_yomi"].includes(clock?.kind)
  );
};

const draft = persistedSignal<FriendDraft>("friendDraft", FIRST_DRAFT, isDraft);

interface FriendSetupProps {
  readonly client: Client;
  readonly friends: FriendClient;
  readonly onOpen: (id: string) => void;
}

/** Form of a new game between people, and the games of this browser. */
export function FriendSetup({ client, friends, onOpen }: FriendSetupProps): JSX.Element {
  const { rule, area, opening, black, clock } = draft.value;
  const change = (part: Partial<FriendDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  const busy = useSignal(false);
  const fault = useSignal<Fault | null>(null);
  const side = area?.width ?? 0;
  const swap2 = rule !== "nogo" && opening === "swap2";
  const create = async (): Promise<void> => {
    busy.value = true;
    const game: NewFriendGame = {
      rule,
      area,
      black,
      clock,
      opening: swap2 ? "swap2" : "none",
      key: newId(),
    };
    try {
      const { id, seat, secret } = await friends.create(game);
      keepOwnGame({ id, seat, secret, rule, area, phase: "waiting", at: Date.now() });
      onOpen(id);
    } catch (error) {
      fault.value = asApiError(error).fault;
    }
    busy.value = false;
  };
  return (
    <>
      <div class="stage">
        <EmptyBoard client={client} rule={rule} area={area} />
      </div>
      <Panel>
        <section class="block">
          <h2>{t("friend.title")}</h2>
          <p class="quiet">{t("friend.intro")}</p>
          <Segments
            label={t("play.rule")}
            value={rule}
            choices={RULES.map((it) => [it, t(`rule.${it}`)])}
            onChoose={(it) => {
              const fits = boardSides(it).includes(side);
              change({ rule: it, ...(!fits && { area: squareArea(defaultSide(it)) }) });
            }}
          />
          <Select
            label={t("play.size")}
            value={String(side)}
            onChoose={(it) => change({ area: squareArea(Number(it)) })}
            choices={boardSides(rule).map((it) => [String(it), sizeName(squareArea(it))])}
          />
          {rule !== "nogo" && (
            <Segments
              label={t("play.opening")}
              value={opening}
              onChoose={(it) => change({ opening: it })}
              choices={[
                ["none", t("play.opening.free")],
                ["swap2", t("play.opening.swap2")],
              ]}
            />
          )}
          <Segments
            label={t(swap2 ? "friend.opener" : "friend.black")}
            value={black}
            onChoose={(it) => change({ black: it })}
            choices={(["random", "host", "guest"] as const).map((it) => [it, t(`friend.black.${it}`)])}
          />
          <FriendClockFields clock={clock} onChange={(it) => change({ clock: it })} />
          <FaultNote fault={fault.value} />
          <Button
            icon="link"
            label={t(busy.value ? "friend.creating" : "friend.create")}
            primary
            disabled={busy.value}
            onPress={() => void create()}
          />
        </section>
        <OwnFriendGames onOpen={onOpen} />
      </Panel>
    </>
  );
}

/** The board that the game will be played on. */
function EmptyBoard({ client, rule, area }: { client: Client; rule: Rule; area: Area }): JSX.Element {
  const [view, setView] = useState<PositionView | null>(null);
  const key = `${rule} ${area?.width ?? 0}`;
  useEffect(() => {
    let current = true;
    const shown = client.view({ rule, area, moves: [] });
    shown.then((it) => current && setView(it)).catch(() => undefined);
    return () => {
      current = false;
    };
  }, [key]);
  if (!view) return <div class="board waiting" />;
  return <GameBoard view={view} drawn={toBoardView(view, { turn: null })} onPlace={() => undefined} />;
}
