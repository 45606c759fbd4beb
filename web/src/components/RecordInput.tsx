import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Rule } from "../api/types";
import { sizeName } from "../game/describe";
import { EXAMPLE } from "../game/exampleRecords";
import type { Court } from "../game/judgeController";
import { areaOf, RULES } from "../game/match";
import { say } from "../i18n/t";
import { Button } from "./Button";
import { Select } from "./FormFields";

const SIDES = [0, 9, 13, 15, 19, 20];

/** Where records come in: dropped, chosen or pasted. */
export function Drop({ court }: { court: Court }): JSX.Element {
  return (
    <label class="drop">
      <i class="drop-stones" aria-hidden="true" />
      <strong>{say("judge.drop")}</strong>
      <span class="quiet">{say("judge.formats")}</span>
      <span class="button">{say("judge.choose")}</span>
      <input
        type="file"
        multiple
        class="unseen"
        aria-label={say("judge.choose")}
        onChange={(event) => void court.judge([...(event.currentTarget.files ?? [])])}
      />
    </label>
  );
}

/** The record as text, and what is taken for granted where it does not say. */
export function Intake({ court }: { court: Court }): JSX.Element {
  const text = useSignal("");
  const { habit, busy } = court;
  return (
    <div class="stack">
      <label class="field">
        <span>{say("judge.text")}</span>
        <textarea
          rows={7}
          spellcheck={false}
          class="code"
          value={text.value}
          placeholder={say("judge.text.hint")}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <div class="pair">
        <Select
          label={say("judge.habit.rule")}
          value={habit.value.rule}
          onChoose={(rule: Rule) => (habit.value = { ...habit.value, rule })}
          choices={RULES.map((rule) => [rule, say(`rule.${rule}`)])}
        />
        <Select
          label={say("judge.habit.size")}
          value={String(habit.value.side)}
          onChoose={(side) => (habit.value = { ...habit.value, side: Number(side) })}
          choices={SIDES.map((side) => [
            String(side),
            side === 0 ? say("judge.habit.usual") : sizeName(areaOf(side)),
          ])}
        />
      </div>
      <Button
        icon="search"
        label={say(busy.value ? "judge.judging" : "judge.go")}
        primary
        disabled={text.value.trim() === "" || busy.value}
        onPress={() => void court.judge([new Blob([text.value])])}
      />
      <Button label={say("judge.example")} onPress={() => (text.value = EXAMPLE)} />
    </div>
  );
}
