import { say } from "../i18n/t";

/** How a record says that a game was won, as the server words it. */
const MANNERS = {
  play: "board",
  resignation: "resignation",
  time: "time",
  "a foul": "foul",
  "an illegal move": "illegal",
  "a crash": "crash",
  forfeit: "forfeit",
} as const;

/** The result that a record claims, in the language of the page. */
export function claimed(claim: string): string {
  if (claim === "a draw") return say("judge.claim.draw");
  if (claim === "no result") return say("judge.claim.none");
  if (claim === "a result that is not known") return say("judge.claim.unknown");
  const [, winner, manner] = /^(black|white) won(?: by (.+))?$/i.exec(claim) ?? [];
  if (!winner) return claim;
  const color = say(winner.toLowerCase() === "black" ? "color.black" : "color.white");
  const how = manner && MANNERS[manner as keyof typeof MANNERS];
  return how
    ? say("judge.claim.wonBy", { color, how: say(`judge.manner.${how}`) })
    : say("judge.claim.won", { color });
}
