import type { Named, Shape, Solution } from "../api/types";
import { say } from "../i18n/t";
import type { Proof, ProofNode } from "./proof";
import type { Kind } from "./solveController";

const names = (points: readonly Named[]): string => points.map(({ name }) => name).join(" ");

/** Why a move of a proof is played, in words. */
export function sentenceOf(proof: Proof, node: ProofNode): string {
  return node.color === proof.winner ? attackOf(node) : replyOf(proof, node);
}

/** What a move of the winner makes, and what can be done about it. */
function attackOf({ step }: ProofNode): string {
  if (!step) return "";
  if (step.makes.includes("five")) return say("proof.five");
  const parts: string[] = [];
  if (step.makes.length > 0)
    parts.push(say("proof.makes", { shapes: shapesOf(step.makes).join(say("proof.and")) }));
  if (step.threat.length > 0) parts.push(say("proof.threatens", { points: names(step.threat) }));
  if (step.foul)
    parts.push(say("proof.foul", { point: step.foul.point.name, why: say(`why.${step.foul.kind}`) }));
  else if (step.replies.length > 0) parts.push(say("proof.only", { points: names(step.replies) }));
  else if (parts.length > 0) parts.push(say("proof.unstoppable"));
  return parts.join(say("proof.then"));
}

/** Shapes in words, two of a kind as a pair. */
function shapesOf(shapes: readonly Shape[]): string[] {
  return [...new Set(shapes)].map((shape) => {
    const pair = shapes.filter((each) => each === shape).length > 1;
    return pair && (shape === "three" || shape === "four")
      ? say(`shape.double-${shape}`)
      : say(`shape.${shape}`);
  });
}

/** What forces a move of the loser. */
function replyOf(proof: Proof, { step, parent, point }: ProofNode): string {
  if (point === null) return say("proof.elsewhere");
  if (step?.foul) return say("proof.barred", { why: say(`why.${step.foul.kind}`) });
  const before = parent === null ? null : proof.nodes[parent]?.step;
  if (!before) return "";
  if (before.replies.length === 1) return before.threat.length === 0 ? say("proof.block") : say("proof.sole");
  if (before.replies.length > 1) return say("proof.oneOf", { count: before.replies.length });
  return before.threat.length > 0 ? say("proof.against", { points: names(before.threat) }) : "";
}

/** What was found, in a sentence or two. */
export function summaryOf(solution: Solution, kind: Kind): string[] {
  const { answer, winner, reach, danger } = solution;
  const told: string[] = [];
  if (reach) told.push(reachOf(reach));
  else if (answer === "won" && winner && kind !== "reach")
    told.push(say(`solve.won.${kind}`, { color: say(`color.${winner}`), plies: solution.line.length }));
  else if (answer === "none") {
    const near = solution.fours === "fails-near" || solution.threats === "fails-near";
    told.push(say(near ? "solve.none.near" : "solve.none"));
  } else if (answer === "open") told.push(say("solve.open"), whyOf(solution));
  if (solution.winning.length > 0) told.push(say("solve.winning", { points: names(solution.winning) }));
  if (danger && answer !== "won") {
    told.push(say("solve.danger", { points: names(danger.line) }));
    const parries = danger.parries.filter(({ threats }) => threats !== "wins").map(({ point }) => point);
    if (parries.length > 0) told.push(say("solve.parries", { points: names(parries) }));
  }
  if (solution.cut) told.push(say("solve.cut"));
  return told.filter((text) => text !== "");
}

function whyOf({ why, why_code }: Solution): string {
  return why_code ? say(`solve.why.${why_code}`) : (why ?? "");
}

function reachOf({ answer, moves, reason, tried }: NonNullable<Solution["reach"]>): string {
  if (answer === "yes") return say("reach.yes", { moves: moves.length });
  if (answer === "unknown") return say("reach.unknown", { tried: (tried ?? 0).toLocaleString() });
  switch (reason?.code) {
    case "counts":
    case "won-before":
    case "two-wins":
    case "overline":
    case "no-order":
    case "no-legal-order":
    case "choked":
      return say(`reach.${reason.code}`);
    default:
      return reason?.message ?? say("reach.no");
  }
}
