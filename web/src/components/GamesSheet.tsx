import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type GamesClient, Refusal } from "../api/client";
import type { Fault, Summary } from "../api/types";
import { sizeName } from "../game/describe";
import { playersOf } from "../game/importGame";
import { settingsIn } from "../game/match";
import { NAMES } from "../i18n/language";
import { say } from "../i18n/t";
import { language } from "../settings";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface GamesProps {
  readonly games: GamesClient;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** The games that the server keeps, the latest first. */
export function Games({ games, onOpen, onClose }: GamesProps): JSX.Element {
  const list = useSignal<readonly Summary[] | null>(null);
  const fault = useSignal<Fault | null>(null);
  /** The game that was asked to be deleted, once: it takes a second press. */
  const doomed = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      fault.value = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.value = error.fault;
    }
  };
  const load = (): Promise<void> =>
    attempt(async () => {
      list.value = (await games.list()).games;
    });
  const drop = (id: string): Promise<void> =>
    attempt(async () => {
      await games.drop(id);
      list.value = list.value?.filter((game) => game.id !== id) ?? null;
    });
  useEffect(() => void load(), []);
  return (
    <Sheet title={say("play.games")} onClose={onClose}>
      <FaultNote fault={fault.value} onAgain={() => void load()} />
      {list.value?.length === 0 && <p class="quiet">{say("games.none")}</p>}
      <ul class="games">
        {list.value?.map((game) => (
          <li key={game.id}>
            <button type="button" class="game" onClick={() => onOpen(game.id)}>
              <span>{titleOf(game)}</span>
              <span class="quiet">{detailOf(game)}</span>
            </button>
            {doomed.value === game.id ? (
              <Button label={say("games.sure")} primary onPress={() => void drop(game.id)} />
            ) : (
              <Button icon="close" label={say("games.drop")} bare onPress={() => (doomed.value = game.id)} />
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function titleOf({ rule, area, settings, title, info }: Summary): string {
  const { black = "", white = "" } = info;
  const named = playersOf({ black, white, title });
  if (named) return named;
  const { level } = settingsIn(settings);
  const opponent = level === null ? say("play.opponent.friend") : say("play.level", { level });
  return [say(`rule.${rule}`), sizeName(area ?? null), opponent].join(" · ");
}

function detailOf({ nodes, moved_ms }: Summary): string {
  const when = new Date(moved_ms).toLocaleString(NAMES[language.value].tag, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return say("games.detail", { nodes, when });
}
