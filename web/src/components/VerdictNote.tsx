import type { JSX } from "preact";
import { otherColor } from "../board/point";
import { faultReason } from "../errorText";
import { claimText, repairText } from "../game/claimText";
import { sizeName } from "../game/describe";
import { playersText } from "../game/importGame";
import type { JudgedRecord, Verdict } from "../game/judgedRecord";
import { t } from "../i18n/t";
import { FaultPlace } from "./FaultNote";

/** Symbol of each verdict, so that it does not depend on color alone. */
export const VERDICT_SIGNS: Record<Verdict, string> = {
  differs: "≠",
  illegal: "!",
  unreadable: "?",
  open: "–",
  agrees: "✓",
};

/** Localized result on the board. */
export function resultText({ end, winner }: JudgedRecord): string {
  const how = t(`judge.end.${end}`);
  return winner ? t("judge.result", { winner: t(`color.${winner}`), how }) : how;
}

/** The verdict on a record, with its reason. */
export function VerdictNote({ record }: { record: JudgedRecord }): JSX.Element {
  const { verdict, end, winner, at, after, claim, repairs, fault, rule, area, moves, source, black, white } =
    record;
  const parts = {
    at,
    winner: winner ? t(`color.${winner}`) : "",
    loser: winner ? t(`color.${otherColor(winner)}`) : "",
  };
  return (
    <div class="verdict" data-verdict={verdict}>
      <h2>
        <span class="verdict-sign" aria-hidden="true">
          {VERDICT_SIGNS[verdict]}
        </span>
        {t(`judge.verdict.${verdict}`)}
      </h2>
      <p>{fault ? faultReason(fault) : t(`judge.why.${end}`, parts)}</p>
      {fault && <FaultPlace fault={fault} />}
      {repairs.map((repair) => (
        <p key={repair}>{repairText(repair)}</p>
      ))}
      {claim && <p>{t("judge.claim", { claim: claimText(claim) })}</p>}
      {after > 0 && <p>{t("judge.after", { after })}</p>}
      {(source || black || white) && (
        <p class="quiet source">
          {[playersText({ black, white, title: "" }), source].filter(Boolean).join(" · ")}
        </p>
      )}
      <p class="quiet figure">
        {t(`rule.${rule}`)} · {sizeName(area)} · {t("judge.count.moves", { count: moves.length })}
      </p>
    </div>
  );
}
