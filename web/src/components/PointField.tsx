import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { showNotice } from "../announce";
import type { Area, Point } from "../board/point";
import { parsePoint } from "../board/pointName";
import { t } from "../i18n/t";

/** Form that places a stone by the name of its point. */
export function PointField({ area, onPlace }: { area: Area; onPlace: (point: Point) => void }): JSX.Element {
  const id = useId();
  const [text, setText] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    const point = parsePoint(area, text);
    if (!point) {
      showNotice(t("play.unknown", { text }));
      return;
    }
    onPlace(point);
    setText("");
  };
  return (
    <form class="point-field" onSubmit={submit}>
      <label for={id}>{t("play.point")}</label>
      <input
        id={id}
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        size={6}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        {t("play.place")}
      </button>
    </form>
  );
}
