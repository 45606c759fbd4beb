import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { showNotice } from "../announce";
import type { Client } from "../api/client";
import type { Fault, Rule } from "../api/types";
import type { Area } from "../board/point";
import { errorText } from "../errorText";
import { adaptGame, asSetup } from "../game/adaptGame";
import { sizeName } from "../game/describe";
import type { GameState } from "../game/gameState";
import { ImportController } from "../game/importController";
import { boardSides, defaultSide, RULES, squareArea } from "../game/match";
import type { SolveController } from "../game/solveController";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { FaultNote } from "./FaultNote";
import { Select } from "./FormFields";

interface PositionInputProps {
  readonly client: Client;
  readonly controller: SolveController;
  readonly onSetUp: () => void;
}

/** A change of rule or size, with the state to undo to. */
interface BoardChange {
  readonly before: GameState;
  readonly message: string;
  /** The empty board offered if the stones cannot be kept. */
  readonly empty: { readonly rule: Rule; readonly area: Area } | null;
}

/** Form of the position to solve: rule, size and pasted text. */
export function PositionInput({ client, controller, onSetUp }: PositionInputProps): JSX.Element {
  const changed = useSignal<BoardChange | null>(null);
  const { session } = controller;
  const importController = useMemo(() => newImportController(client, controller), [client, controller]);
  const { text, fault, losses, busy } = importController;
  const { rule, area } = session.match.value;
  const put = async (game: GameState): Promise<Fault | null> => {
    controller.clear();
    return (await session.load(game)) ? null : session.fault.value;
  };
  const use = async (): Promise<void> => {
    changed.value = null;
    await importController.read(text.value);
    const { choices } = importController;
    if (!choices.value) return;
    // The first game is used; the judge screen shows all.
    const { number, count } = choices.value;
    if (await importController.choose(number)) showNotice(t("solve.paste.first", { number, count }));
  };
  const change = async (next: Rule, to: Area): Promise<void> => {
    const before = session.state();
    const { game, lost } = adaptGame(before, next, to);
    // The moves may contain a foul under the new rule where the bare setup is legal.
    const why = (await put(game)) && (await put({ ...asSetup(game), match: game.match }));
    const named = { rule: t(`rule.${next}`), size: sizeName(to) };
    if (why) {
      session.fault.value = null;
      const message = t("solve.change.refused", { ...named, why: errorText(why) });
      changed.value = { before, message, empty: { rule: next, area: to } };
    } else
      changed.value = lost > 0 ? { before, message: t("solve.change.lost", { lost }), empty: null } : null;
  };
  const clear = async ({ before, empty }: BoardChange): Promise<void> => {
    controller.clear();
    if (empty && (await session.open({ ...empty, moves: [] })))
      changed.value = { before, message: t("solve.change.emptied"), empty: null };
  };
  const undo = async ({ before }: BoardChange): Promise<void> => {
    if ((await put(before)) === null) changed.value = null;
  };
  return (
    <details class="fold" open={session.position.value.moves.length === 0 && !session.setup.value}>
      <summary>{t("solve.position")}</summary>
      <div class="stack">
        <div class="pair">
          <Select
            label={t("play.rule")}
            value={rule}
            onChoose={(it) => void change(it, areaFor(it, area))}
            choices={RULES.map((it) => [it, t(`rule.${it}`)])}
          />
          <Select
            label={t("play.size")}
            value={String(area?.width ?? 0)}
            onChoose={(it) => void change(rule, squareArea(Number(it)))}
            choices={boardSides(rule).map((it) => [String(it), sizeName(squareArea(it))])}
          />
        </div>
        {changed.value && (
          <div class="change stack" role="status">
            <p>{changed.value.message}</p>
            <div class="row">
              {changed.value.empty ? (
                <>
                  <Button label={t("solve.change.empty")} onPress={() => void clear(changed.value!)} />
                  <Button label={t("solve.change.keep")} onPress={() => (changed.value = null)} />
                </>
              ) : (
                <Button icon="undo" label={t("play.undo")} onPress={() => void undo(changed.value!)} />
              )}
            </div>
          </div>
        )}
        <label class="field">
          <span>{t("solve.paste")}</span>
          <textarea
            rows={3}
            spellcheck={false}
            class="code"
            value={text.value}
            placeholder={t("solve.paste.hint")}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <FaultNote fault={fault.value} />
        {losses.value.length > 0 && (
          <div role="status">
            <p>{t("import.lost")}</p>
            <ul class="quiet">
              {losses.value.map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
          </div>
        )}
        <div class="row">
          <Button
            label={t("solve.paste.use")}
            onPress={() => void use()}
            disabled={text.value.trim() === "" || busy.value}
          />
          <Button icon="setup" label={t("play.setup")} onPress={onSetUp} disabled={!session.view.value} />
        </div>
      </div>
    </details>
  );
}

/** The current board if the rule supports it, else the default one. */
function areaFor(rule: Rule, area: Area): Area {
  const sides = boardSides(rule);
  const most = Math.max(...sides);
  const fits = area ? Math.max(area.width, area.height) <= most : sides.includes(0);
  return fits ? area : squareArea(defaultSide(rule));
}

/** Import controller that loads the pasted game. */
function newImportController(client: Client, controller: SolveController): ImportController {
  const { session } = controller;
  return new ImportController(
    client,
    () => session.match.value,
    async ({ game }) => {
      controller.clear();
      if (!(await session.load(game))) return session.fault.value;
      showNotice(t("solve.paste.done"));
      return null;
    },
  );
}
