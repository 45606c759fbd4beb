import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Client } from "../api/client";
import { Desk } from "../game/desk";
import { linked, linkOf } from "../game/link";
import { Exports } from "../parts/Exports";
import { Game } from "../parts/Game";
import { Games } from "../parts/Games";
import { NewGame } from "../parts/NewGame";
import { Panel } from "../parts/Panel";
import { useSetUp } from "../parts/SetUp";
import { mark } from "../route";
import { listenToKeys } from "../shortcuts";

type Open = "new" | "games" | "export" | "setup" | null;

/** The board, the opponent, and all that belongs to a game. */
export function Play({ client }: { client: Client }): JSX.Element {
  const desk = useMemo(() => new Desk(client), [client]);
  const open = useSignal<Open>(null);
  const close = (): void => {
    open.value = null;
  };
  useEffect(() => {
    void desk.resume(location.hash);
    return desk.watch((position) => mark(linkOf(position)));
  }, [desk]);
  useEffect(() => listenToKeys(() => desk.commands), [desk]);
  useEffect(() => {
    // Somebody wrote or chose another position into the address.
    const visit = (): void => {
      const wished = linked(location.hash);
      if (wished && linkOf(wished) !== linkOf(desk.session.position.value)) void desk.keeper.visit(wished);
    };
    window.addEventListener("hashchange", visit);
    return () => window.removeEventListener("hashchange", visit);
  }, [desk]);
  return (
    <main class="screen" id="main">
      {open.value === "setup" && desk.session.view.value ? (
        <Preparing desk={desk} onDone={close} />
      ) : (
        <Game desk={desk} onOpen={(what) => (open.value = what)} />
      )}
      {open.value === "new" && (
        <NewGame
          match={desk.session.match.value}
          onClose={close}
          onStart={(match) => {
            close();
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
      {open.value === "export" && <Exports client={client} desk={desk} onClose={close} />}
    </main>
  );
}

function Preparing({ desk: { session, opponent }, onDone }: { desk: Desk; onDone: () => void }): JSX.Element {
  const { rule, area } = session.match.value;
  const { board, panel } = useSetUp(
    session.view.value!,
    session.fault,
    async (setup) => {
      if (!(await session.open({ rule, area, setup, moves: [] }))) return;
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
