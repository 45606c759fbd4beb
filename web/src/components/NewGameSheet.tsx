import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { sizeName } from "../game/describe";
import {
  boardSides,
  canSwap2,
  defaultSide,
  LEVELS,
  type Match,
  normalizeMatch,
  RULES,
  squareArea,
} from "../game/match";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { Segments, Select } from "./FormFields";
import { Sheet } from "./Sheet";

interface NewGameSheetProps {
  readonly match: Match;
  readonly onStart: (match: Match) => void;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Sheet of the match settings. */
export function NewGameSheet({ match, onStart, onImport, onClose }: NewGameSheetProps): JSX.Element {
  const [draft, setDraft] = useState(match);
  const change = (part: Partial<Match>): void => {
    setDraft(normalizeMatch({ ...draft, ...part }));
  };
  const sides = boardSides(draft.rule);
  const side = draft.area?.width ?? 0;
  const engine = draft.level !== null;
  return (
    <Sheet title={t("play.new")} onClose={onClose}>
      <Segments
        label={t("play.rule")}
        value={draft.rule}
        choices={RULES.map((rule) => [rule, t(`rule.${rule}`)])}
        onChoose={(rule) => {
          const fits = boardSides(rule).includes(side);
          change({ rule, ...(!fits && { area: squareArea(defaultSide(rule)) }) });
        }}
      />
      <Select
        label={t("play.size")}
        value={String(side)}
        onChoose={(it) => change({ area: squareArea(Number(it)) })}
        choices={[...new Set([...sides, side])].map((it) => [String(it), sizeName(squareArea(it))])}
      />
      <Segments
        label={t("play.opponent")}
        value={engine ? "engine" : "friend"}
        onChoose={(it) => change({ level: it === "engine" ? 4 : null })}
        choices={[
          ["engine", t("play.opponent.engine")],
          ["friend", t("play.opponent.friend")],
        ]}
      />
      {engine && (
        <>
          <Segments
            label={t("play.level.label")}
            value={String(draft.level)}
            onChoose={(it) => change({ level: Number(it) })}
            choices={LEVELS.map((level) => [String(level), String(level)])}
          />
          {draft.opening === "swap2" ? (
            <Segments
              label={t("play.opener")}
              value={draft.opener}
              onChoose={(it) => change({ opener: it })}
              choices={[
                ["person", t("play.opener.person")],
                ["engine", t("play.opener.engine")],
              ]}
            />
          ) : (
            <Segments
              label={t("play.side")}
              value={draft.side}
              onChoose={(it) => change({ side: it })}
              choices={[
                ["black", t("color.black")],
                ["white", t("color.white")],
              ]}
            />
          )}
        </>
      )}
      {canSwap2(draft) && (
        <Segments
          label={t("play.opening")}
          value={draft.opening}
          onChoose={(it) => change({ opening: it })}
          choices={[
            ["free", t("play.opening.free")],
            ["swap2", t("play.opening.swap2")],
          ]}
        />
      )}
      <div class="sheet-foot">
        <Button icon="import" label={t("play.import")} onPress={onImport} />
        <Button label={t("play.start")} primary onPress={() => onStart(draft)} />
      </div>
    </Sheet>
  );
}
