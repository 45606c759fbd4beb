import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BookClaim } from "../api/types";
import { otherColor } from "../board/point";
import { fitsBook } from "../game/bookController";
import { levelText, sizeName } from "../game/describe";
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
import { IS_STATIC, navigate } from "../route";
import { Button } from "./Button";
import { Segments, Select } from "./FormFields";
import { Sheet } from "./Sheet";

interface NewGameSheetProps {
  readonly match: Match;
  /** Claim of the opening book, if the server has one. */
  readonly claim: BookClaim | null;
  readonly onStart: (match: Match) => void;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Sheet of the match settings. */
export function NewGameSheet({ match, claim, onStart, onImport, onClose }: NewGameSheetProps): JSX.Element {
  const normalize = (it: Match): Match =>
    normalizeMatch({ ...it, proof: it.proof === true && fitsBook(it, claim) });
  const [draft, setDraft] = useState(() => normalize(match));
  const change = (part: Partial<Match>): void => setDraft(normalize({ ...draft, ...part }));
  const sides = boardSides(draft.rule);
  const side = draft.area?.width ?? 0;
  const offersProof = fitsBook(draft, claim);
  const opponent = draft.proof ? "proof" : draft.level !== null ? "engine" : "friend";
  const opponents: Record<typeof opponent, Partial<Match>> = {
    engine: { level: 4, proof: false },
    friend: { level: null, proof: false },
    proof: { level: 10, proof: true, side: otherColor(claim?.winner ?? "black"), opening: "free" },
  };
  return (
    <Sheet title={t("play.new")} onClose={onClose}>
      <Segments
        label={t("play.rule")}
        value={draft.rule}
        choices={RULES.map((rule) => [rule, t(`rule.${rule}`)])}
        onChoose={(rule) => {
          const fits = boardSides(rule).includes(side) && (rule === "nogo") === (draft.rule === "nogo");
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
        value={opponent}
        onChoose={(it) => change(opponents[it])}
        choices={[
          ["engine", t("play.opponent.engine")],
          ["friend", t("play.opponent.friend")],
          ...(offersProof ? [["proof", t("play.opponent.proof")] as const] : []),
        ]}
      />
      {opponent === "proof" && (
        <p class="quiet">{t("play.opponent.proof.hint", { color: t(`color.${draft.side}`) })}</p>
      )}
      {opponent === "engine" && (
        <>
          <Segments
            label={t("play.level.label")}
            value={String(draft.level)}
            onChoose={(it) => change({ level: Number(it) })}
            choices={LEVELS.map((level) => [String(level), String(level)])}
          />
          <p class="quiet">{levelText(draft.rule, draft.level ?? 1)}</p>
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
      {canSwap2(draft) && opponent !== "proof" && (
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
      {opponent === "friend" &&
        (IS_STATIC ? (
          <p class="quiet">{t("play.byLink.static")}</p>
        ) : (
          <Button icon="link" label={t("play.byLink")} onPress={() => navigate("friend")} />
        ))}
      <div class="sheet-foot">
        <Button icon="import" label={t("play.import")} onPress={onImport} />
        <Button label={t("play.start")} primary onPress={() => onStart(draft)} />
      </div>
    </Sheet>
  );
}
