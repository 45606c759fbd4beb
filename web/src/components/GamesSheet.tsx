import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { asApiError, type GamesClient } from "../api/client";
import type { Fault, GameSummary } from "../api/types";
import { download } from "../download";
import { sizeName } from "../game/describe";
import { playersText } from "../game/importGame";
import { parseSettings } from "../game/match";
import { LANGUAGE_NAMES } from "../i18n/language";
import { t } from "../i18n/t";
import { language } from "../settings";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface GamesSheetProps {
  readonly games: GamesClient;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** Sheet of the stored games, latest first. */
export function GamesSheet({ games, onOpen, onClose }: GamesSheetProps): JSX.Element {
  const list = useSignal<readonly GameSummary[] | null>(null);
  const fault = useSignal<Fault | null>(null);
  /** Id of the game whose deletion waits for confirmation. */
  const confirmDelete = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      fault.value = null;
    } catch (error) {
      fault.value = asApiError(error).fault;
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
  const exportAll = (): Promise<void> =>
    attempt(async () => {
      if (games.backup) download("tengen-games.json", await games.backup.export());
    });
  const importAll = (file: File | undefined): Promise<void> =>
    attempt(async () => {
      if (!file || !games.backup) return;
      await games.backup.import(file);
      list.value = (await games.list()).games;
    });
  useEffect(() => void load(), []);
  return (
    <Sheet title={t("play.games")} onClose={onClose}>
      <FaultNote fault={fault.value} onAgain={() => void load()} />
      {list.value?.length === 0 && <p class="quiet">{t("games.none")}</p>}
      <ul class="games">
        {list.value?.map((game) => (
          <li key={game.id}>
            <button type="button" class="game" data-id={game.id} onClick={() => onOpen(game.id)}>
              <span>{gameTitle(game)}</span>
              <span class="quiet">{gameDetail(game)}</span>
            </button>
            {confirmDelete.value === game.id ? (
              <Button label={t("games.sure")} primary onPress={() => void drop(game.id)} />
            ) : (
              <Button
                icon="close"
                label={t("games.drop")}
                bare
                onPress={() => (confirmDelete.value = game.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {games.backup && (
        <div class="row wrap">
          <Button icon="export" label={t("games.exportAll")} onPress={() => void exportAll()} />
          <label class="button">
            <span>{t("games.importAll")}</span>
            <input
              type="file"
              class="visually-hidden"
              accept="application/json,.json"
              onChange={(event) => void importAll(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
      )}
    </Sheet>
  );
}

function gameTitle({ rule, area, settings, title, info }: GameSummary): string {
  const { black = "", white = "" } = info;
  const named = playersText({ black, white, title });
  if (named) return named;
  const { level } = parseSettings(settings);
  const opponent = level === null ? t("play.opponent.friend") : t("play.level", { level });
  return [t(`rule.${rule}`), sizeName(area ?? null), opponent].join(" · ");
}

function gameDetail({ nodes, moved_ms }: GameSummary): string {
  const when = new Date(moved_ms).toLocaleString(LANGUAGE_NAMES[language.value].tag, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return t("games.detail", { nodes, when });
}
