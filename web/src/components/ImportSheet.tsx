import type { JSX } from "preact";
import type { Imported, ListedGame } from "../api/types";
import { explain } from "../errorText";
import { claimed } from "../game/claimText";
import { sizeName } from "../game/describe";
import type { Importer } from "../game/importController";
import { playersOf } from "../game/importGame";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Sheet } from "./Sheet";

interface ImportProps {
  readonly importer: Importer;
  readonly onClose: () => void;
}

/** Where a record comes in as text or as a file, and one of several is chosen. */
export function Import({ importer, onClose }: ImportProps): JSX.Element {
  const { text, busy, fault, several, losses } = importer;
  const close = (): void => {
    importer.clear();
    onClose();
  };
  const settle = async (opened: Promise<boolean>): Promise<void> => {
    if ((await opened) && !importer.waits) close();
  };
  return (
    <Sheet title={say("play.import")} onClose={close}>
      {losses.value.length > 0 ? (
        <div role="status">
          <p>{say("import.lost")}</p>
          <ul>
            {losses.value.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </div>
      ) : several.value ? (
        <Several file={several.value} onChoose={(number) => void settle(importer.choose(number))} />
      ) : (
        <>
          <label class="field">
            <span>{say("import.text")}</span>
            <textarea
              rows={8}
              spellcheck={false}
              class="code"
              value={text.value}
              placeholder={say("import.text.hint")}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          </label>
          <p class="quiet">{say("import.formats")}</p>
        </>
      )}
      <FaultNote fault={fault.value} />
      <div class="sheet-foot row wrap">
        {losses.value.length > 0 ? (
          <Button label={say("app.close")} primary onPress={close} />
        ) : (
          <>
            <label class="button file">
              <span>{say("import.file")}</span>
              <input
                type="file"
                class="unseen"
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? [];
                  if (file) void settle(importer.read(file));
                }}
              />
            </label>
            {several.value ? (
              <Button label={say("import.back")} onPress={() => importer.clear()} />
            ) : (
              <Button
                label={say("import.open")}
                primary
                disabled={text.value.trim() === "" || busy.value}
                onPress={() => void settle(importer.read(text.value))}
              />
            )}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** The games of a file, to choose one. */
function Several({ file, onChoose }: { file: Imported; onChoose: (number: number) => void }): JSX.Element {
  const { list, count } = file;
  return (
    <>
      <p>
        {list.length < count
          ? say("import.first", { shown: list.length, count })
          : say("import.several", { count })}
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
              <span>{say("import.number", { number: game.number, name: nameOf(game) })}</span>
              <span class="quiet">{detailOf(game)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = (game: ListedGame): string =>
  playersOf(game) || game.file || (game.fault ? "–" : say(`rule.${game.rule}`));

function detailOf({ fault, rule, area, moves, result }: ListedGame): string {
  if (fault) return explain(fault);
  const parts = [say(`rule.${rule}`), sizeName(area ?? null), say("judge.count.moves", { count: moves })];
  return [...parts, ...(result ? [claimed(result)] : [])].join(" · ");
}
