import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { show } from "../announce";
import { type Client, Refusal } from "../api/client";
import type { Fault, Rule } from "../api/types";
import { sizeName } from "../game/describe";
import { areaOf, RULES, sidesOf, usualSide } from "../game/match";
import { pasted } from "../game/pasted";
import type { Solver } from "../game/solver";
import { say } from "../words/say";
import { Button } from "./Button";
import { FaultNote } from "./Fault";
import { Select } from "./Field";

interface PasteProps {
  readonly client: Client;
  readonly solver: Solver;
  readonly onSetUp: () => void;
}

/** The position that is asked about: pasted in any format, or set up on an empty board. */
export function Paste({ client, solver, onSetUp }: PasteProps): JSX.Element {
  const text = useSignal("");
  const fault = useSignal<Fault | null>(null);
  const { session } = solver;
  const { rule, area } = session.match.value;
  const use = async (): Promise<void> => {
    fault.value = null;
    try {
      const position = await pasted(client, text.value, { rule, area });
      solver.clear();
      if (await session.open(position)) show(say("solve.paste.done"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault.value = error.fault;
    }
  };
  const change = (part: { rule?: Rule; side?: number }): void => {
    const next = part.rule ?? rule;
    const side = part.side ?? area?.width ?? 0;
    const fits = sidesOf(next).includes(side) ? side : usualSide(next);
    solver.clear();
    void session.open({ rule: next, area: areaOf(fits), moves: [] });
  };
  return (
    <details class="fold" open={session.position.value.moves.length === 0 && !session.setup.value}>
      <summary>{say("solve.position")}</summary>
      <div class="stack">
        <div class="pair">
          <Select
            label={say("play.rule")}
            value={rule}
            onChoose={(it) => change({ rule: it })}
            choices={RULES.map((it) => [it, say(`rule.${it}`)])}
          />
          <Select
            label={say("play.size")}
            value={String(area?.width ?? 0)}
            onChoose={(it) => change({ side: Number(it) })}
            choices={sidesOf(rule).map((it) => [String(it), sizeName(areaOf(it))])}
          />
        </div>
        <label class="field">
          <span>{say("solve.paste")}</span>
          <textarea
            rows={2}
            value={text.value}
            placeholder={say("solve.paste.hint")}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <FaultNote fault={fault.value} />
        <div class="row">
          <Button
            label={say("solve.paste.use")}
            onPress={() => void use()}
            disabled={text.value.trim() === ""}
          />
          <Button icon="setup" label={say("play.setup")} onPress={onSetUp} disabled={!session.view.value} />
        </div>
      </div>
    </details>
  );
}
