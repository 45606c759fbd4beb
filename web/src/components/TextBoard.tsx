import type { JSX } from "preact";
import type { PositionView } from "../api/types";
import { boardRows } from "../game/boardRows";
import { t } from "../i18n/t";
import { textBoardOpen } from "../shortcuts";
import { Sheet } from "./Sheet";

/** The board as text, to be read in one go: behind a button that the keyboard reaches after the board, and a key. */
export function TextBoard({ view, name }: { view: PositionView; name: string }): JSX.Element {
  return (
    <>
      <button type="button" class="text-board" onClick={() => (textBoardOpen.value = true)}>
        {t("play.asText")}
      </button>
      {textBoardOpen.value && (
        <Sheet title={t("play.asText")} onClose={() => (textBoardOpen.value = false)}>
          <p class="quiet">{t("play.asText.hint")}</p>
          <pre class="code" tabIndex={0} role="group" aria-label={name}>
            {boardRows(view).join("\n")}
          </pre>
        </Sheet>
      )}
    </>
  );
}
