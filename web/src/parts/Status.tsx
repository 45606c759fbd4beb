import type { JSX } from "preact";
import type { View } from "../api/types";
import type { Session } from "../game/session";
import { say } from "../words/say";

/** Whose turn it is, or how it ended, in one line. */
export function Status({ session }: { session: Session }): JSX.Element {
  const view = session.view.value;
  const stone = view?.ending ? view.ending.winner : view?.turn;
  return (
    <div class="status" data-thinking={session.thinking.value ?? undefined}>
      <span class="stone" data-color={stone ?? "none"} aria-hidden="true" />
      <p class="status-text">{view ? statusOf(session, view) : "\u00a0"}</p>
    </div>
  );
}

function statusOf(session: Session, view: View): string {
  const { level, side } = session.match.value;
  const stage = session.stage.value;
  if (view.ending) return endingOf(view);
  if (stage !== "done") return say(`play.swap2.${stage}`);
  if (session.thinking.value === "reply") return say("play.thinking", { level: level ?? 0 });
  if (level !== null && view.turn === side) return say("play.your");
  return say("play.turn", { color: say(`color.${view.turn}`) });
}

/** How a game ended, in words. */
export function endingOf(view: View): string {
  const { winner, reason } = view.ending!;
  return say(`play.won.${reason}`, { color: winner ? say(`color.${winner}`) : "" });
}
