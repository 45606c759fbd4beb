import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../announce";
import { asApiError, type Client } from "../api/client";
import type { Fault } from "../api/types";
import { copyText } from "../clipboard";
import { sizeName } from "../game/describe";
import { playersText } from "../game/importGame";
import type { PlayController } from "../game/playController";
import {
  embedSnippet,
  fragmentUrl,
  isReachable,
  keptStudyUrl,
  positionUrl,
  studyFragment,
} from "../game/shareLinks";
import { isMoreThanMoves, studyOf, studySize } from "../game/study";
import { t } from "../i18n/t";
import { IS_STATIC } from "../route";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Switch } from "./FormFields";
import { Sheet } from "./Sheet";

interface ShareSheetProps {
  readonly client: Client;
  readonly controller: PlayController;
  readonly onClose: () => void;
}

/** Sheet with links to the position and to the whole game, and the snippet for other pages. */
export function ShareSheet({ client, controller, onClose }: ShareSheetProps): JSX.Element {
  const { session } = controller;
  const study = studyOf(session.state());
  const hasPreview = useSignal(isReachable());
  const link = useSignal<string | null>(null);
  const mustKeep = useSignal(false);
  const fault = useSignal<Fault | null>(null);
  const isTree = isMoreThanMoves(session.state());
  const wanted = hasPreview.value;
  useEffect(() => {
    let isCurrent = true;
    const make = async (): Promise<void> => {
      link.value = null;
      fault.value = null;
      try {
        const fragment = await studyFragment(study);
        if (!isCurrent) return;
        mustKeep.value = fragment === null;
        if (fragment !== null && !wanted) link.value = fragmentUrl(fragment);
        else if (!IS_STATIC) {
          const { id } = await client.shareStudy(study);
          if (isCurrent) link.value = keptStudyUrl(id);
        }
      } catch (error) {
        if (isCurrent) fault.value = asApiError(error).fault;
      }
    };
    if (isTree) void make();
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  const position = positionUrl(session.position.value);
  const about = session.about.value;
  const { rule, area } = session.match.value;
  const name = (about && playersText(about)) || `${t(`rule.${rule}`)} ${sizeName(area)}`;
  const shown = isTree ? link.value : position;
  return (
    <Sheet title={t("share.title")} onClose={onClose}>
      <CopyField label={t("share.position")} text={position} />
      {isTree && (
        <>
          {link.value !== null ? (
            <CopyField label={t("share.study")} text={link.value} />
          ) : (
            !fault.value && (
              <p role="status">{t(mustKeep.value && IS_STATIC ? "share.tooLong" : "share.wait")}</p>
            )
          )}
          <FaultNote fault={fault.value} />
          <p class="quiet">
            {t("share.holds", studySize(study))}
            {". "}
            {t(
              mustKeep.value
                ? "share.kept"
                : wanted
                  ? "share.preview.why"
                  : IS_STATIC
                    ? "share.noPicture"
                    : "share.inLink",
            )}
          </p>
          {!IS_STATIC && !mustKeep.value && (
            <Switch label={t("share.preview")} on={wanted} onChange={(on) => (hasPreview.value = on)} />
          )}
        </>
      )}
      {shown !== null && (
        <>
          <CopyField label={t("share.embed")} text={embedSnippet(shown, `${name} – Tengen`)} rows={4} />
          <p class="quiet">{t("share.embed.why")}</p>
        </>
      )}
    </Sheet>
  );
}

/** A text to copy, by its button or by hand. */
function CopyField({ label, text, rows = 1 }: { label: string; text: string; rows?: number }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const copied = useSignal("");
  const copy = async (): Promise<void> => {
    // The focus is in a dialog, outside of which nothing can be selected.
    field.current?.select();
    if (!(await copyText(text))) return;
    copied.value = text;
    announce(t("share.copied"));
  };
  return (
    <div class="share-field">
      <label class="field">
        <span>{label}</span>
        <textarea
          ref={field}
          class="code"
          readOnly
          rows={rows}
          spellcheck={false}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <Button
        icon="link"
        label={`${t(copied.value === text ? "share.copied" : "share.copy")}`}
        onPress={() => void copy()}
      />
    </div>
  );
}
