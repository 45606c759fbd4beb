import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useCallback, useLayoutEffect, useMemo } from "preact/hooks";
import { showNotice, showSuccess } from "../announce";
import { asApiError, type Client } from "../api/client";
import type { Setup } from "../api/types";
import { copyText } from "../clipboard";
import { CopyLinkSheet } from "../components/CopyLinkSheet";
import { ExportSheet } from "../components/ExportSheet";
import { GamesSheet } from "../components/GamesSheet";
import { type GameSheet, GameView } from "../components/GameView";
import { ImportSheet } from "../components/ImportSheet";
import { NewGameSheet } from "../components/NewGameSheet";
import { SetUpEditor } from "../components/SetUpEditor";
import { useRecordDrop } from "../components/useRecordDrop";
import { ImportController } from "../game/importController";
import { playersText } from "../game/importGame";
import { formatLink } from "../game/link";
import { takePendingGame } from "../game/pendingGame";
import { PlayController } from "../game/playController";
import { isStudyFragment, positionUrl } from "../game/shareLinks";
import { t } from "../i18n/t";
import { lazyComponent } from "../lazyComponent";
import { acceptLink, linkOfPath, listenToHash, rejectLink, replaceHash, studyOfPath } from "../route";
import { listenToKeys } from "../shortcuts";

type OpenSheet = GameSheet | "link" | null;

/** Loaded when it is first opened. */
const RulesSheet = lazyComponent(() => import("../components/RulesSheet").then((it) => it.RulesSheet));

const ShareSheet = lazyComponent(() => import("../components/ShareSheet").then((it) => it.ShareSheet));

/** Play screen: the board, the engine and everything about a game. */
export function Play({ client }: { client: Client }): JSX.Element {
  const controller = useMemo(() => new PlayController(client), [client]);
  const open = useSignal<OpenSheet>(null);
  const close = (): void => {
    open.value = null;
  };
  const copy = async (): Promise<void> => {
    if (await copyText(linkUrl(controller))) showSuccess(t("play.copied"));
    else open.value = "link";
  };
  const importController = useMemo(() => newImportController(client, controller), [client, controller]);
  const onRecords = useCallback(
    async (records: readonly File[] | string): Promise<void> => {
      const source = typeof records === "string" ? records : records[0]!;
      await importController.read(source);
      open.value = importController.needsAttention ? "import" : null;
      if (typeof records !== "string" && records.length > 1)
        showNotice(t("import.files", { count: records.length }));
    },
    [importController],
  );
  const dropHandlers = useRecordDrop(onRecords);
  useLayoutEffect(() => {
    const game = takePendingGame();
    const study = studyInAddress();
    if (game) void controller.load(game);
    else if (study) void showStudy(client, controller, study, true);
    else void controller.resume(location.hash || linkOfPath(), rejectLink);
    return controller.watch((position) => replaceHash(formatLink(position)));
  }, [controller]);
  useLayoutEffect(() => listenToKeys(() => controller.commands), [controller]);
  useLayoutEffect(
    () =>
      listenToHash(() => {
        const study = studyInAddress();
        if (study) void showStudy(client, controller, study, false);
        else controller.followLink(location.hash, rejectLink);
      }),
    [client, controller],
  );
  const setUp = async (setup: Setup): Promise<void> => {
    const { session, engine } = controller;
    const { rule, area } = session.match.value;
    if (!(await session.open({ rule, area, setup, moves: [] }))) return;
    // A setup is worth saving, together with its opponent.
    session.touched.value = true;
    close();
    void engine.reply();
  };
  return (
    <main class="screen" id="main" {...dropHandlers}>
      {open.value === "setup" && controller.session.view.value ? (
        <SetUpEditor
          view={controller.session.view.value}
          fault={controller.session.fault.value}
          onDone={setUp}
          onCancel={close}
        />
      ) : (
        <GameView controller={controller} onOpen={(what) => (open.value = what)} onCopy={copy} />
      )}
      {open.value === "new" && (
        <NewGameSheet
          match={controller.persistence.newGameDefaults}
          claim={controller.book.claim.value}
          onClose={close}
          onImport={() => (open.value = "import")}
          onStart={(match) => {
            close();
            acceptLink();
            void controller.start(match);
          }}
        />
      )}
      {open.value === "games" && (
        <GamesSheet
          games={client.games}
          onClose={close}
          onOpen={(id) => {
            close();
            void controller.open(id);
          }}
        />
      )}
      {open.value === "import" && <ImportSheet importController={importController} onClose={close} />}
      {open.value === "export" && <ExportSheet client={client} controller={controller} onClose={close} />}
      {open.value === "share" && <ShareSheet client={client} controller={controller} onClose={close} />}
      {open.value === "rules" && (
        <RulesSheet client={client} rule={controller.session.match.value.rule} onClose={close} />
      )}
      {open.value === "link" && <CopyLinkSheet link={linkUrl(controller)} onClose={close} />}
    </main>
  );
}

/** URL of the position. */
const linkUrl = ({ session }: PlayController): string => positionUrl(session.position.value);

/** The study that the address has in its fragment or names in its path. */
function studyInAddress(): { fragment: string } | { id: string } | null {
  if (isStudyFragment(location.hash)) return { fragment: location.hash };
  const id = location.hash === "" ? studyOfPath() : null;
  return id === null ? null : { id };
}

/** Shows a study. If it cannot be read, the page says so; if nothing is shown yet, the last game is. */
async function showStudy(
  client: Client,
  controller: PlayController,
  link: { fragment: string } | { id: string },
  isFirst: boolean,
): Promise<void> {
  try {
    const { openStudy } = await import("../game/openStudy");
    const game = await openStudy(client, link);
    if (await controller.loadStudy(game)) return;
  } catch (error) {
    rejectLink({ rejected: asApiError(error).fault });
  }
  if (isFirst) await controller.resume("", rejectLink);
}

/** Import controller that loads the game and reports it. */
function newImportController(client: Client, controller: PlayController): ImportController {
  const { session } = controller;
  return new ImportController(
    client,
    () => session.match.value,
    async ({ game }) => {
      if (!(await controller.load(game))) return session.fault.value;
      const name = game.about ? playersText(game.about) : "";
      const moves = game.tree.length - 1;
      acceptLink();
      showSuccess(name ? t("import.done.named", { name, moves }) : t("import.done", { moves }));
      return null;
    },
  );
}
