import "../theme/embed.css";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { asApiError, type Client } from "../api/client";
import type { Fault } from "../api/types";
import { pointName } from "../board/pointName";
import { FaultNote } from "../components/FaultNote";
import { GameBoard } from "../components/GameBoard";
import { MoveList } from "../components/MoveList";
import { StepButtons } from "../components/StepButtons";
import { sizeName, toBoardView } from "../game/describe";
import type { GameState } from "../game/gameState";
import { playersText } from "../game/importGame";
import { parseLink } from "../game/link";
import { FIRST_MATCH } from "../game/match";
import { openStudy } from "../game/openStudy";
import { GameSession } from "../game/session";
import { fragmentUrl, isStudyFragment, keptStudyUrl } from "../game/shareLinks";
import { treeFromMoves } from "../game/variationTree";
import { t } from "../i18n/t";
import { studyOfPath } from "../route";
import { listenToKeys } from "../shortcuts";

/** The board for frames of other pages: a position or a study to step through. Nothing is played and nothing kept. */
export function Embed({ client }: { client: Client }): JSX.Element {
  const session = useMemo(() => new GameSession(client), [client]);
  const fault = useSignal<Fault | null>(null);
  useLayoutEffect(() => {
    const open = async (): Promise<void> => {
      fault.value = null;
      try {
        const game = await gameOfAddress(client);
        if (!(await session.load(game))) fault.value = session.fault.value;
      } catch (error) {
        fault.value = asApiError(error).fault;
      }
    };
    void open();
    const onHashChange = (): void => void open();
    window.addEventListener("hashchange", onHashChange);
    return () => window.removeEventListener("hashchange", onHashChange);
  }, [client, session]);
  const walk = (by: 1 | -1): void => void session.walk(by);
  const toEnd = (by: 1 | -1): void => void session.toEnd(by);
  const switchVariation = (by: 1 | -1): void => void session.switchVariation(by);
  useLayoutEffect(() => listenToKeys(() => ({ walk, toEnd, switchVariation })), [session]);
  const view = session.view.value;
  const { tree, at, about } = session;
  const { rule, area } = session.match.value;
  const name = view
    ? (about.value && playersText(about.value)) || `${t(`rule.${rule}`)} ${sizeName(area)}`
    : "";
  return (
    <main class="embed" id="main">
      <div class="stage">
        {view ? (
          <GameBoard
            view={view}
            drawn={toBoardView(view, { turn: null })}
            onPlace={() => walk(1)}
            onStep={walk}
          />
        ) : (
          <div class="board waiting" />
        )}
      </div>
      <div class="embed-panel">
        <FaultNote fault={fault.value} />
        <div class="embed-steps" role="toolbar" aria-label={t("embed.name")}>
          <StepButtons disabled={!view} walk={walk} toEnd={toEnd} bare />
        </div>
        <MoveList
          tree={tree.value}
          at={at.value}
          first={session.setup.value?.turn ?? "black"}
          name={(node) => (node.point ? pointName(area, node.point) : "")}
          onGo={(id) => void session.go(id)}
        />
        <div class="embed-foot">
          <h1>{name}</h1>
          <a href={wholeUrl()} target="_blank" rel="noopener">
            {t("embed.open")}
          </a>
        </div>
      </div>
    </main>
  );
}

/** The address of the position or study on the page itself. */
function wholeUrl(): string {
  const id = studyOfPath();
  return id === null ? fragmentUrl(location.hash.slice(1)) : keptStudyUrl(id);
}

async function gameOfAddress(client: Client): Promise<GameState> {
  const id = studyOfPath();
  if (id !== null) return openStudy(client, { id });
  if (isStudyFragment(location.hash)) return openStudy(client, { fragment: location.hash });
  const link = parseLink(location.hash);
  if (!link || !("position" in link)) throw new Error(t("embed.empty"));
  const { rule, area, setup, moves } = link.position;
  return {
    match: { ...FIRST_MATCH, level: null, rule, area },
    setup: setup ?? null,
    ...treeFromMoves(moves),
    key: "",
    touched: false,
  };
}
