import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { PlayController } from "../game/playController";
import { ROOT } from "../game/variationTree";
import { type MessageKey, t } from "../i18n/t";
import { Button } from "./Button";
import type { IconName } from "./Icon";

/** Buttons that tidy the variations: promote, fold, delete, and undo a deletion. */
export function TidyTools({ controller }: { controller: PlayController }): JSX.Element | null {
  const { at } = controller.session;
  const editor = controller.editor.value;
  useEffect(() => void controller.loadEditor(), [controller]);
  if (!editor) return null;
  const hasVariations = editor.heads.value.length > 0;
  const tools: readonly (readonly [IconName, MessageKey, boolean, () => Promise<void>])[] = [
    ["up", "tidy.up", editor.isInVariation.value, () => editor.promote(false)],
    ["top", "tidy.main", editor.isInVariation.value, () => editor.promote(true)],
    ["fold", editor.isAllFolded ? "tidy.unfold" : "tidy.fold", hasVariations, () => editor.foldAll()],
    ["broom", "tidy.others", hasVariations, () => editor.deleteOthers()],
    ["trash", "tidy.delete", at.value !== ROOT, () => editor.deleteHere()],
    ["restore", "tidy.undelete", editor.canUndelete, () => editor.undelete()],
  ];
  return (
    <div class="tidy" role="group" aria-label={t("tidy.name")}>
      {tools.map(([icon, message, isPossible, run]) => (
        <Button
          key={icon}
          icon={icon}
          label={t(message)}
          bare
          disabled={!isPossible}
          onPress={() => void run()}
        />
      ))}
    </div>
  );
}
