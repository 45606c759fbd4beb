import type { JSX } from "preact";
import type { GameSession } from "../game/session";
import type { TreeEditor } from "../game/treeEditor";
import { ROOT } from "../game/variationTree";
import { type AnalysisMessageKey, analysisText } from "../i18n/analysisMessages";
import { Button } from "./Button";
import type { IconName } from "./Icon";

interface TidyToolsProps {
  readonly session: GameSession;
  readonly editor: TreeEditor;
}

/** Buttons that tidy the variations: promote, fold, delete, and undo a deletion. */
export function TidyTools({ session, editor }: TidyToolsProps): JSX.Element {
  const { at } = session;
  const hasVariations = editor.heads.value.length > 0;
  const tools: readonly (readonly [IconName, AnalysisMessageKey, boolean, () => Promise<void>])[] = [
    ["up", "tidy.up", editor.isInVariation.value, () => editor.promote(false)],
    ["top", "tidy.main", editor.isInVariation.value, () => editor.promote(true)],
    ["fold", editor.isAllFolded ? "tidy.unfold" : "tidy.fold", hasVariations, () => editor.foldAll()],
    ["broom", "tidy.others", hasVariations, () => editor.deleteOthers()],
    ["trash", "tidy.delete", at.value !== ROOT, () => editor.deleteHere()],
    ["restore", "tidy.undelete", editor.canUndelete, () => editor.undelete()],
  ];
  return (
    <div class="tidy" role="group" aria-label={analysisText("tidy.name")}>
      {tools.map(([icon, message, isPossible, run]) => (
        <Button
          key={icon}
          icon={icon}
          label={analysisText(message)}
          bare
          disabled={!isPossible}
          onPress={() => void run()}
        />
      ))}
    </div>
  );
}
