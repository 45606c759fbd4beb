import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Rule } from "../api/types";
import { sizeName } from "../game/describe";
import { EXAMPLE } from "../game/exampleRecords";
import type { JudgeController } from "../game/judgeController";
import { RULES, squareArea } from "../game/match";
import { t } from "../i18n/t";
import { Button } from "./Button";
import { Select } from "./FormFields";

const SIDES = [0, 9, 13, 15, 19, 20];

/** Drop zone and file chooser. */
export function DropZone({ controller }: { controller: JudgeController }): JSX.Element {
  return (
    <label class="drop">
      <i class="drop-stones" aria-hidden="true" />
      <strong>{t("judge.drop")}</strong>
      <span class="quiet">{t("judge.formats")}</span>
      <span class="button">{t("judge.choose")}</span>
      <input
        type="file"
        multiple
        class="visually-hidden"
        aria-label={t("judge.choose")}
        onChange={(event) => void controller.judge([...(event.currentTarget.files ?? [])])}
      />
    </label>
  );
}

/** Form for pasted records, with defaults for parsing. */
export function RecordInput({ controller }: { controller: JudgeController }): JSX.Element {
  const text = useSignal("");
  const { defaults, busy } = controller;
  return (
    <div class="stack">
      <label class="field">
        <span>{t("judge.text")}</span>
        <textarea
          rows={7}
          spellcheck={false}
          class="code"
          value={text.value}
          placeholder={t("judge.text.hint")}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <div class="pair uneven">
        <Select
          label={t("judge.defaults.rule")}
          value={defaults.value.rule}
          onChoose={(rule: Rule) => (defaults.value = { ...defaults.value, rule })}
          choices={RULES.map((rule) => [rule, t(`rule.${rule}`)])}
        />
        <Select
          label={t("judge.defaults.size")}
          value={String(defaults.value.side)}
          onChoose={(side) => (defaults.value = { ...defaults.value, side: Number(side) })}
          choices={SIDES.map((side) => [
            String(side),
            side === 0 ? t("judge.defaults.usual") : sizeName(squareArea(side)),
          ])}
        />
      </div>
      <Button
        icon="search"
        label={t(busy.value ? "judge.judging" : "judge.go")}
        primary
        disabled={text.value.trim() === "" || busy.value}
        onPress={() => void controller.judge([new Blob([text.value])])}
      />
      <Button
        label={t("judge.example")}
        onPress={() => {
          text.value = EXAMPLE;
          void controller.judge([new Blob([EXAMPLE])]);
        }}
      />
    </div>
  );
}
