import type { JSX } from "preact";
import { t } from "../i18n/t";
import { Button } from "./Button";

interface StepButtonsProps {
  readonly disabled?: boolean;
  readonly walk: (by: 1 | -1) => void;
  readonly toEnd: (by: 1 | -1) => void;
  /** Icons only. */
  readonly bare?: boolean;
}

/** Navigation buttons: first, previous, next, last. */
export function StepButtons({ disabled = false, walk, toEnd, bare = false }: StepButtonsProps): JSX.Element {
  return (
    <>
      <Button
        icon="first"
        label={t("solve.first")}
        onPress={() => toEnd(-1)}
        disabled={disabled}
        bare={bare}
      />
      <Button
        icon="left"
        label={t("solve.previous")}
        onPress={() => walk(-1)}
        disabled={disabled}
        bare={bare}
      />
      <Button icon="right" label={t("solve.next")} onPress={() => walk(1)} disabled={disabled} bare={bare} />
      <Button icon="last" label={t("solve.last")} onPress={() => toEnd(1)} disabled={disabled} bare={bare} />
    </>
  );
}
