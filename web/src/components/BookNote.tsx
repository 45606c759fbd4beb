import type { JSX } from "preact";
import type { BookAnswer } from "../api/types";
import type { PlayController } from "../game/playController";
import { t } from "../i18n/t";

/** In a game against the proof: how many moves are left at most, and why the last move wins. */
export function BookNote({ controller }: { controller: PlayController }): JSX.Element | null {
  const { session, book } = controller;
  const view = session.view.value;
  if (!session.match.value.proof || !view || view.ending) return null;
  const answer = book.answer.value;
  return (
    <section class="ending book" aria-label={t("book.name")}>
      <div role="status">
        {answer ? (
          <>
            <p>{leftText(answer)}</p>
            {!answer.point && answer.reason !== "five" && <p class="quiet">{reasonText(answer)}</p>}
          </>
        ) : (
          <p>{t("book.out")}</p>
        )}
      </div>
    </section>
  );
}

const leftText = ({ winner, moves_left: count }: BookAnswer): string =>
  t("book.left", { color: t(`color.${winner}`), count });

const reasonText = ({ reason, line }: BookAnswer): string =>
  reason === "five" ? "" : t(`book.why.${reason}`, { line: line.map(({ name }) => name).join(" ") });
