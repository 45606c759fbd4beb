import type { Judged, Position } from "../api/types";

/** What the board says of a game of a record. */
export interface Judgement {
  readonly number: number;
  readonly position: Position;
  /** Whether what the record says agrees with the rules. */
  readonly verdict: "agrees" | "differs" | "faulty" | "open";
  readonly sentence: string;
  readonly moves: number;
  readonly players: string;
}

export function judgementsOf({ games }: Judged): Judgement[] {
  return games.map((game, index) => {
    const { rule, area, setup: stones, first, moves, fault, agrees, end } = game;
    const setup = stones.length > 0 || first === "white" ? { stones, turn: first } : null;
    const verdict = fault ? "faulty" : agrees === "yes" ? "agrees" : agrees === "no" ? "differs" : "open";
    return {
      number: index + 1,
      position: { rule, area, moves, ...(setup && { setup }) },
      verdict,
      sentence: fault?.message ?? end,
      moves: moves.length,
      players: "",
    };
  });
}
