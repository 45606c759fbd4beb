import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { show } from "../announce";
import type { Client } from "../api/client";
import type { Fault, Rule } from "../api/types";
import type { Area } from "../board/point";
import { explain } from "../errorText";
import { refit, settled } from "../game/adaptGame";
import { sizeName } from "../game/describe";
import type { Taken } from "../game/gameState";
import { Importer } from "../game/importController";
import { areaOf, RULES, sidesOf, usualSide } from "../game/match";
import type { Solver } from "../game/solveController";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Select } from "./FormFields";

interface PasteProps {
  readonly client: Client;
  readonly solver: Solver;
  readonly onSetUp: () => void;
}

/** What the board was before its rule or size was changed, and what became of its stones. */
interface Change {
  readonly before: Taken;
  readonly said: string;
  /** A board without stones, where the stones cannot be kept. */
  readonly empty: { readonly rule: Rule; readonly area: Area } | null;
}

/** The position that is asked about: pasted in any format, or set up on an empty board. */
export function Paste({ client, solver, onSetUp }: PasteProps): JSX.Element {
  const changed = useSignal<Change | null>(null);
  const { session } = solver;
  const importer = useMemo(() => importerOf(client, solver), [client, solver]);
  const { text, fault, losses, busy } = importer;
  const { rule, area } = session.match.value;
  const put = async (game: Taken): Promise<Fault | null> => {
    solver.clear();
    return (await session.take(game)) ? null : session.fault.value;
  };
  const use = async (): Promise<void> => {
    changed.value = null;
    await importer.read(text.value);
    const { several } = importer;
    if (!several.value) return;
    // The first will do: whoever wants another one has Judge.
    const { number, count } = several.value;
    if (await importer.choose(number)) show(say("solve.paste.first", { number, count }));
  };
  const change = async (next: Rule, to: Area): Promise<void> => {
    const before = session.taken();
    const { game, lost } = refit(before, next, to);
    // A line of moves may have a foul in it where the stones alone stand well.
    const why = (await put(game)) && (await put({ ...settled(game), match: game.match }));
    const named = { rule: say(`rule.${next}`), size: sizeName(to) };
    if (why) {
      session.fault.value = null;
      const said = say("solve.change.refused", { ...named, why: explain(why) });
      changed.value = { before, said, empty: { rule: next, area: to } };
    } else
      changed.value = lost > 0 ? { before, said: say("solve.change.lost", { lost }), empty: null } : null;
  };
  const clear = async ({ before, empty }: Change): Promise<void> => {
    solver.clear();
    if (empty && (await session.open({ ...empty, moves: [] })))
      changed.value = { before, said: say("solve.change.emptied"), empty: null };
  };
  const undo = async ({ before }: Change): Promise<void> => {
    if ((await put(before)) === null) changed.value = null;
  };
  return (
    <details class="fold" open={session.position.value.moves.length === 0 && !session.setup.value}>
      <summary>{say("solve.position")}</summary>
      <div class="stack">
        <div class="pair">
          <Select
            label={say("play.rule")}
            value={rule}
            onChoose={(it) => void change(it, fitting(it, area))}
            choices={RULES.map((it) => [it, say(`rule.${it}`)])}
          />
          <Select
            label={say("play.size")}
            value={String(area?.width ?? 0)}
            onChoose={(it) => void change(rule, areaOf(Number(it)))}
            choices={sidesOf(rule).map((it) => [String(it), sizeName(areaOf(it))])}
          />
        </div>
        {changed.value && (
          <div class="change stack" role="status">
            <p>{changed.value.said}</p>
            <div class="row">
              {changed.value.empty ? (
                <>
                  <Button label={say("solve.change.empty")} onPress={() => void clear(changed.value!)} />
                  <Button label={say("solve.change.keep")} onPress={() => (changed.value = null)} />
                </>
              ) : (
                <Button icon="undo" label={say("play.undo")} onPress={() => void undo(changed.value!)} />
              )}
            </div>
          </div>
        )}
        <label class="field">
          <span>{say("solve.paste")}</span>
          <textarea
            rows={3}
            spellcheck={false}
            class="code"
            value={text.value}
            placeholder={say("solve.paste.hint")}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <FaultNote fault={fault.value} />
        {losses.value.length > 0 && (
          <div role="status">
            <p>{say("import.lost")}</p>
            <ul class="quiet">
              {losses.value.map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
          </div>
        )}
        <div class="row">
          <Button
            label={say("solve.paste.use")}
            onPress={() => void use()}
            disabled={text.value.trim() === "" || busy.value}
          />
          <Button icon="setup" label={say("play.setup")} onPress={onSetUp} disabled={!session.view.value} />
        </div>
      </div>
    </details>
  );
}

/** The board for a rule: the one that is there, if the rule is played on it. */
function fitting(rule: Rule, area: Area): Area {
  const sides = sidesOf(rule);
  const most = Math.max(...sides);
  const fits = area ? Math.max(area.width, area.height) <= most : sides.includes(0);
  return fits ? area : areaOf(usualSide(rule));
}

/** Puts what is pasted on the board. */
function importerOf(client: Client, solver: Solver): Importer {
  const { session } = solver;
  return new Importer(
    client,
    () => session.match.value,
    async ({ game }) => {
      solver.clear();
      if (!(await session.take(game))) return session.fault.value;
      show(say("solve.paste.done"));
      return null;
    },
  );
}
