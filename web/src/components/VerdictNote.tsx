import type { JSX } from "preact";
import { other } from "../board/point";
import { claimed } from "../game/claimText";
import { sizeName } from "../game/describe";
import type { Case, Verdict as Kind } from "../game/judgedRecord";
import { say } from "../i18n/t";
import { Place } from "./FaultNote";

/** A sign for each verdict, so that color is not alone. */
export const SIGNS: Record<Kind, string> = { differs: "≠", faulty: "!", open: "–", agrees: "✓" };

/** What the board says, in a few words. */
export function resultOf({ end, winner }: Case): string {
  const how = say(`judge.end.${end}`);
  return winner ? say("judge.result", { winner: say(`color.${winner}`), how }) : how;
}

/** The verdict on a game, and why. */
export function Verdict({ judged }: { judged: Case }): JSX.Element {
  const { verdict, end, winner, at, after, claim, repairs, fault, rule, area, moves, source } = judged;
  const parts = {
    at,
    winner: winner ? say(`color.${winner}`) : "",
    loser: winner ? say(`color.${other(winner)}`) : "",
  };
  return (
    <div class="verdict" data-verdict={verdict}>
      <h2>
        <span class="verdict-sign" aria-hidden="true">
          {SIGNS[verdict]}
        </span>
        {say(`judge.verdict.${verdict}`)}
      </h2>
      <p>{fault ? fault.message : say(`judge.why.${end}`, parts)}</p>
      {fault && <Place fault={fault} />}
      {repairs.map((repair) => (
        <p key={repair}>{repair}</p>
      ))}
      {claim && <p>{say("judge.claim", { claim: claimed(claim) })}</p>}
      {after > 0 && <p>{say("judge.after", { after })}</p>}
      {source && <p class="quiet source">{source}</p>}
      <p class="quiet figure">
        {say(`rule.${rule}`)} · {sizeName(area)} · {say("judge.count.moves", { count: moves.length })}
      </p>
    </div>
  );
}
