import { t } from "../i18n/t";

/** Reasons of a win in a claimed result, as the server spells them. */
const WIN_REASONS = {
  play: "board",
  resignation: "resignation",
  time: "time",
  "a foul": "foul",
  "an illegal move": "illegal",
  "a crash": "crash",
  forfeit: "forfeit",
} as const;

/** Localized text of the result that a record claims. */
export function claimText(claim: string): string {
  if (claim === "a draw") return t("judge.claim.draw");
  if (claim === "no result") return t("judge.claim.none");
  if (claim === "a result that is not known") return t("judge.claim.unknown");
  const [, winner, manner] = /^(black|white) won(?: by (.+))?$/i.exec(claim) ?? [];
  if (!winner) return claim;
  const color = t(winner.toLowerCase() === "black" ? "color.black" : "color.white");
  const how = manner && WIN_REASONS[manner as keyof typeof WIN_REASONS];
  return how
    ? t("judge.claim.wonBy", { color, how: t(`judge.winReason.${how}`) })
    : t("judge.claim.won", { color });
}

/** Localized repair of a record, of which the server says in English what was not read as written and where. */
export function repairText(repair: string): string {
  const [, line, column, found] =
    /^line (\d+), column (\d+): (".*") is not a result that is known/.exec(repair) ?? [];
  if (!line || !column || !found) return repair;
  return t("judge.repair.result", { place: t("fault.place", { line, column }), found });
}
