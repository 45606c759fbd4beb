import type { JSX } from "preact";
import type { ImportResponse, ListedGame } from "../api/types";
import { errorText } from "../errorText";
import { claimText } from "../game/claimText";
import { sizeName } from "../game/describe";
import type { ImportController } from "../game/importController";
import { playersText } from "../game/importGame";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface ImportSheetProps {
  readonly importController: ImportController;
  readonly onClose: () => void;
}

/** Sheet that imports a text or a file, with a choice among several games. */
export function ImportSheet({ importController, onClose }: ImportSheetProps): JSX.Element {
  const { text, busy, fault, choices, losses } = importController;
  const close = (): void => {
    importController.clear();
    onClose();
  };
  const settle = async (opened: Promise<boolean>): Promise<void> => {
    if ((await opened) && !importController.needsAttention) close();
  };
  return (
    <Sheet title={t("play.import")} onClose={close}>
      {losses.value.length > 0 ? (
        <div role="status">
          <p>{t("import.lost")}</p>
          <ul>
            {losses.value.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </div>
      ) : choices.value ? (
        <GameChoice
          file={choices.value}
          onChoose={(number) => void settle(importController.choose(number))}
        />
      ) : (
        <>
          <label class="field">
            <span>{t("import.text")}</span>
            <textarea
              rows={8}
              spellcheck={false}
              class="code"
              value={text.value}
              placeholder={t("import.text.hint")}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
          <p class="quiet">{t("import.formats")}</p>
        </>
      )}
      <FaultNote fault={fault.value} />
      <div class="sheet-foot row wrap">
        {losses.value.length > 0 ? (
          <Button label={t("app.close")} primary onPress={close} />
        ) : (
          <>
            <label class="button file">
              <span>{t("import.file")}</span>
              <input
                type="file"
                class="visually-hidden"
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? [];
                  if (file) void settle(importController.read(file));
                }}
              />
            </label>
            {choices.value ? (
              <Button label={t("import.back")} onPress={() => importController.clear()} />
            ) : (
              <Button
                label={t("import.open")}
                primary
                disabled={text.value.trim() === "" || busy.value}
                onPress={() => void settle(importController.read(text.value))}
              />
            )}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** The games of a file, to choose one. */
function GameChoice({
  file,
  onChoose,
}: {
  file: ImportResponse;
  onChoose: (number: number) => void;
}): JSX.Element {
  const { list, count } = file;
  return (
    <>
      <p>
        {list.length < count
          ? t("import.first", { shown: list.length, count })
          : t("import.several", { count })}
      </p>
      <ul class="games">
        {list.map((game) => (
          <li key={game.number}>
            <button
              type="button"
              class="game"
              disabled={game.fault !== null}
              onClick={() => onChoose(game.number)}
            >
              <span>{t("import.number", { number: game.number, name: listedName(game) })}</span>
              <span class="quiet">{listedDetail(game)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const listedName = (game: ListedGame): string =>
  playersText(game) || game.file || (game.fault ? "–" : t(`rule.${game.rule}`));

function listedDetail({ fault, rule, area, moves, result }: ListedGame): string {
  if (fault) return errorText(fault);
  const parts = [t(`rule.${rule}`), sizeName(area ?? null), t("judge.count.moves", { count: moves })];
  return [...parts, ...(result ? [claimText(result)] : [])].join(" · ");
}
