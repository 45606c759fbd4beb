import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { statusText } from "../game/describe";
import type { ServerSync } from "../game/serverSync";
import type { GameSession } from "../game/session";
import { t } from "../i18n/t";

/** From how many seconds on it is said how long the engine has been thinking. */
const SHOWN_SECONDS = 2;

/** A search shorter than this is not shown as thinking. */
const THINKING_DELAY_MS = 300;

interface GameStatusProps {
  readonly session: GameSession;
  /** Sync of the game, if it is saved. */
  readonly sync?: ServerSync | null;
}

/** Status line: side to move or result, and the sync status. */
export function GameStatus({ session, sync }: GameStatusProps): JSX.Element {
  const view = session.view.value;
  const long = useDelayed(session.engineSearch.busy.value === "reply");
  const seconds = useSeconds(long);
  const stone = view?.ending ? view.ending.winner : view?.turn;
  const status = sync && session.touched.value ? sync.status.value : null;
  return (
    <div class="status" data-thinking={session.engineSearch.busy.value ?? undefined}>
      <span class="stone" data-color={stone ?? "none"} aria-hidden="true" />
      <p class="status-text">
        {view
          ? long
            ? t("play.thinking", { level: session.match.value.level ?? 0 })
            : statusText(session, view)
          : "\u00a0"}
      </p>
      {seconds >= SHOWN_SECONDS && <span class="figure quiet">{t("solve.seconds", { seconds })}</span>}
      {status && (
        <p class="sync-status" data-status={status}>
          {t(`play.sync.${status}`)}
        </p>
      )}
    </div>
  );
}

/** Hook: whole seconds since a condition holds. */
function useSeconds(so: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!so) return;
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => window.clearInterval(timer);
  }, [so]);
  return seconds;
}

/** Hook: whether a condition has held for the delay. */
function useDelayed(so: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = so ? window.setTimeout(() => setLong(true), THINKING_DELAY_MS) : 0;
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [so]);
  return so && long;
}
