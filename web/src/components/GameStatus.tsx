import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { View } from "../api/types";
import { endingOf } from "../game/describe";
import { hasOnlyFouls } from "../game/illegalReason";
import type { Ledger } from "../game/serverSync";
import type { Session } from "../game/session";
import { say } from "../i18n/t";

/** A thought that is shorter, in milliseconds, is not worth telling. */
const PATIENCE = 300;

interface StatusProps {
  readonly session: Session;
  /** What keeps the game, if it is kept. */
  readonly ledger?: Ledger | null;
}

/** Whose turn it is, or how it ended, in one line; and whether the game is safe. */
export function Status({ session, ledger }: StatusProps): JSX.Element {
  const view = session.view.value;
  const long = useLong(session.thinker.busy.value === "reply");
  const stone = view?.ending ? view.ending.winner : view?.turn;
  const safety = ledger && session.touched.value ? ledger.safety.value : null;
  return (
    <div class="status" data-thinking={session.thinker.busy.value ?? undefined}>
      <span class="stone" data-color={stone ?? "none"} aria-hidden="true" />
      <p class="status-text">{view ? statusOf(session, view, long) : "\u00a0"}</p>
      {safety && (
        <p class="safety" data-safety={safety}>
          {say(`play.safety.${safety}`)}
        </p>
      )}
    </div>
  );
}

/** Whether something has been so for long enough to be worth a word. */
function useLong(so: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = so ? window.setTimeout(() => setLong(true), PATIENCE) : 0;
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [so]);
  return so && long;
}

function statusOf(session: Session, view: View, long: boolean): string {
  const { level, side } = session.match.value;
  const stage = session.stage.value;
  if (view.ending) return endingOf(view);
  if (long) return say("play.thinking", { level: level ?? 0 });
  if (stage !== "done") return say(`play.swap2.${stage}`);
  if (hasOnlyFouls(view)) return say("play.onlyFouls");
  if (level !== null && view.turn === side) return say("play.your", { color: say(`color.${side}`) });
  return say("play.turn", { color: say(`color.${view.turn}`) });
}
