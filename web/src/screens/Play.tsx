import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useCallback, useLayoutEffect, useMemo } from "preact/hooks";
import { show, showDone } from "../announce";
import type { Client } from "../api/client";
import { copyText } from "../clipboard";
import { CopyLink } from "../components/CopyLinkSheet";
import { Exports } from "../components/ExportSheet";
import { Games } from "../components/GamesSheet";
import { Game } from "../components/GameView";
import { Import } from "../components/ImportSheet";
import { NewGame } from "../components/NewGameSheet";
import { Panel } from "../components/Panel";
import { useRecords } from "../components/useRecordDrop";
import { useSetUp } from "../components/useSetUp";
import { Importer } from "../game/importController";
import { playersOf } from "../game/importGame";
import { linkOf } from "../game/link";
import { handedOver } from "../game/pendingGame";
import { Desk } from "../game/playController";
import { say } from "../i18n/t";
import { acceptLink, mark, PATHS, refuseLink } from "../route";
import { listenToKeys } from "../shortcuts";

type Open = "new" | "games" | "import" | "export" | "setup" | "link" | null;

/** The board, the opponent, and all that belongs to a game. */
export function Play({ client }: { client: Client }): JSX.Element {
  const desk = useMemo(() => new Desk(client), [client]);
  const open = useSignal<Open>(null);
  const close = (): void => {
    open.value = null;
  };
  const copy = async (): Promise<void> => {
    if (await copyText(linkTo(desk))) showDone(say("play.copied"));
    else open.value = "link";
  };
  const importer = useMemo(() => importerOf(client, desk), [client, desk]);
  const take = useCallback(
    async (records: readonly File[] | string): Promise<void> => {
      const source = typeof records === "string" ? records : records[0]!;
      await importer.read(source);
      open.value = importer.waits ? "import" : null;
      if (typeof records !== "string" && records.length > 1)
        show(say("import.files", { count: records.length }));
    },
    [importer],
  );
  const incoming = useRecords(take);
  useLayoutEffect(() => {
    const game = handedOver();
    void (game ? desk.take(game) : desk.resume(location.hash, refuseLink));
    return desk.watch((position) => mark(linkOf(position)));
  }, [desk]);
  useLayoutEffect(() => listenToKeys(() => desk.commands), [desk]);
  useLayoutEffect(() => {
    const visit = (): void => {
      if (desk.visit(location.hash, refuseLink)) acceptLink();
    };
    window.addEventListener("hashchange", visit);
    return () => window.removeEventListener("hashchange", visit);
  }, [desk]);
  return (
    <main class="screen" id="main" {...incoming}>
      {open.value === "setup" && desk.session.view.value ? (
        <Preparing desk={desk} onDone={close} />
      ) : (
        <Game desk={desk} onOpen={(what) => (open.value = what)} onCopy={copy} />
      )}
      {open.value === "new" && (
        <NewGame
          match={desk.keeper.offered}
          onClose={close}
          onImport={() => (open.value = "import")}
          onStart={(match) => {
            close();
            acceptLink();
            void desk.start(match);
          }}
        />
      )}
      {open.value === "games" && (
        <Games
          games={client.games}
          onClose={close}
          onOpen={(id) => {
            close();
            void desk.open(id);
          }}
        />
      )}
      {open.value === "import" && <Import importer={importer} onClose={close} />}
      {open.value === "export" && <Exports client={client} desk={desk} onClose={close} />}
      {open.value === "link" && <CopyLink link={linkTo(desk)} onClose={close} />}
    </main>
  );
}

/** The whole address of the position. */
const linkTo = ({ session }: Desk): string =>
  `${location.origin}${PATHS.play}#${linkOf(session.position.value)}`;

/** Brings records to the board, and tells what came. */
function importerOf(client: Client, desk: Desk): Importer {
  const { session } = desk;
  return new Importer(
    client,
    () => session.match.value,
    async ({ game }) => {
      if (!(await desk.take(game))) return session.fault.value;
      const name = game.about ? playersOf(game.about) : "";
      const moves = game.tree.length - 1;
      acceptLink();
      showDone(name ? say("import.done.named", { name, moves }) : say("import.done", { moves }));
      return null;
    },
  );
}

function Preparing({ desk: { session, opponent }, onDone }: { desk: Desk; onDone: () => void }): JSX.Element {
  const { rule, area } = session.match.value;
  const { board, panel } = useSetUp(
    session.view.value!,
    session.fault,
    async (setup) => {
      if (!(await session.open({ rule, area, setup, moves: [] }))) return;
      // It was put together by hand: worth keeping, also with the opponent it is played against.
      session.touched.value = true;
      onDone();
      void opponent.reply();
    },
    onDone,
  );
  return (
    <>
      <div class="stage">{board}</div>
      <Panel>{panel}</Panel>
    </>
  );
}
