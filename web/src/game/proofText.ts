import type { NamedPoint, Shape, Solution } from "../api/types";
import { LANGUAGE_NAMES } from "../i18n/language";
import { t } from "../i18n/t";
import { language } from "../settings";
import type { Proof, ProofNode } from "./proof";
import type { SolveKind } from "./solveController";

const names = (points: readonly NamedPoint[]): string => points.map(({ name }) => name).join(" ");

/** Names as alternatives: "h9, h6 or h4". */
const alternatives = (points: readonly NamedPoint[]): string =>
  new Intl.ListFormat(LANGUAGE_NAMES[language.value].tag, { type: "disjunction" }).format(
    points.map(({ name }) => name),
  );

/** Localized explanation of a move of a proof. */
export function moveText(proof: Proof, node: ProofNode): string {
  return node.color === proof.winner ? attackText(node) : replyText(proof, node);
}

/** What a move of the winner makes, and how it could be stopped. */
function attackText({ step }: ProofNode): string {
  if (!step) return "";
  if (step.makes.includes("five")) return t("proof.five");
  const parts: string[] = [];
  if (step.makes.length > 0)
    parts.push(t("proof.makes", { shapes: shapeTexts(step.makes).join(t("proof.and")) }));
  if (step.quiet) parts.push(t("proof.quiet"));
  if (step.threat.length > 0) parts.push(t("proof.threatens", { points: names(step.threat) }));
  if (step.foul)
    parts.push(t("proof.foul", { point: step.foul.point.name, why: t(`why.${step.foul.kind}`) }));
  else if (step.replies.length > 0) parts.push(t("proof.only", { points: alternatives(step.replies) }));
  else if (parts.length > 0) parts.push(t("proof.unstoppable"));
  return parts.join(t("proof.then"));
}

/** Localized shapes, equal ones as a pair. */
function shapeTexts(shapes: readonly Shape[]): string[] {
  return [...new Set(shapes)].map((shape) => {
    const pair = shapes.filter((each) => each === shape).length > 1;
    return pair && (shape === "three" || shape === "four") ? t(`shape.double-${shape}`) : t(`shape.${shape}`);
  });
}

/** What forces a move of the loser. */
function replyText(proof: Proof, { step, parent, point }: ProofNode): string {
  if (point === null) return t("proof.elsewhere");
  if (step?.foul) return t("proof.barred", { why: t(`why.${step.foul.kind}`) });
  const before = parent === null ? null : proof.nodes[parent]?.step;
  if (!before) return "";
  if (before.replies.length === 1)
    return before.threat.length === 0 && !before.quiet ? t("proof.block") : t("proof.sole");
  if (before.replies.length > 1) return t("proof.oneOf", { count: before.replies.length });
  return before.threat.length > 0 ? t("proof.against", { points: names(before.threat) }) : "";
}

/** Localized summary of a solution. */
export function solutionSummary(solution: Solution, kind: SolveKind): string[] {
  const { answer, winner, reach, danger } = solution;
  const sentences: string[] = [];
  if (reach) sentences.push(reachabilityText(reach));
  else if (answer === "won" && winner && kind !== "reach")
    sentences.push(
      t(`solve.won.${kindOfWin(solution, kind)}`, {
        color: t(`color.${winner}`),
        plies: solution.line.length,
      }),
    );
  else if (answer === "none") {
    const near = solution.fours === "fails-near" || solution.threats === "fails-near";
    sentences.push(t(near ? "solve.none.near" : "solve.none"));
  } else if (answer === "open") sentences.push(t("solve.open"), undecidedText(solution));
  if (solution.winning.length > 0) sentences.push(t("solve.winning", { points: names(solution.winning) }));
  if (danger && answer !== "won") {
    sentences.push(t("solve.danger", { points: names(danger.line) }));
    const parries = danger.parries.filter(({ threats }) => threats !== "wins").map(({ point }) => point);
    if (parries.length > 0) sentences.push(t("solve.parries", { points: names(parries) }));
  }
  if (solution.cut) sentences.push(t("solve.cut"));
  return sentences.filter((text) => text !== "");
}

/** The kind of a win: one by threats may have been asked for, and be found with quiet moves or without. */
function kindOfWin(
  { fours, quiet }: Solution,
  asked: Exclude<SolveKind, "reach">,
): Exclude<SolveKind, "reach"> {
  if (asked !== "threats" && asked !== "quiet") return asked;
  if (quiet === "wins") return "quiet";
  return asked === "quiet" && fours === "wins" ? "fours" : "threats";
}

function undecidedText({ why, why_code }: Solution): string {
  return why_code ? t(`solve.why.${why_code}`) : (why ?? "");
}

function reachabilityText({ answer, moves, reason, tried }: NonNullable<Solution["reach"]>): string {
  if (answer === "yes") return t("reach.yes", { moves: moves.length });
  if (answer === "unknown") return t("reach.unknown", { tried: (tried ?? 0).toLocaleString() });
  return reason ? impossibleText(reason) : t("reach.no");
}

/** Localized reason why a position is not reachable. */
export function impossibleText({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string {
  switch (code) {
    case "counts":
    case "won-before":
    case "two-wins":
    case "overline":
    case "no-order":
    case "no-legal-order":
    case "choked":
      return t(`reach.${code}`);
    default:
      return message;
  }
}
