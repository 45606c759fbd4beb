import type { Area, Point } from "./point";
import { parsePoint } from "./pointName";

/** Time that a letter waits for a digit before it counts as a shortcut. */
export const SHORTCUT_DELAY_MS = 400;

/** Result of a key. */
export type TypedInput =
  | { readonly kind: "nothing" }
  /** A point name is being typed: the buffer so far. */
  | { readonly kind: "writing"; readonly text: string }
  | { readonly kind: "point"; readonly point: Point }
  | { readonly kind: "unknown"; readonly text: string };

const NOTHING: TypedInput = { kind: "nothing" };

/**
 * Input buffer for point names. A letter may begin a name (`h8`) or be a shortcut (`h`); the next digit
 * decides. `feed` takes each key, `letter` takes a letter that no digit followed.
 */
export class PointTyping {
  private text = "";

  feed(key: string, area: Area): TypedInput {
    if (/^[a-z]$/i.test(key) && area !== null) {
      this.text = /^[a-z]$/i.test(this.text) ? this.text + key : key;
      return NOTHING;
    }
    const belongs = area === null ? /^[\d,-]$/.test(key) : /^\d$/.test(key) && this.text !== "";
    if (belongs) {
      this.text += key;
      return { kind: "writing", text: this.text };
    }
    if (key === "Enter" && this.isName()) {
      const { text } = this;
      this.text = "";
      const point = parsePoint(area, text);
      return point ? { kind: "point", point } : { kind: "unknown", text };
    }
    if (key === "Escape" || key === "Backspace") {
      const was = this.text;
      this.text = "";
      return was === "" ? NOTHING : { kind: "writing", text: "" };
    }
    return NOTHING;
  }

  /** Whether a name is being typed, so that keys belong to it. */
  isName(): boolean {
    return /[\d,-]/.test(this.text);
  }

  /** Takes the single letter out of the buffer; null if there is none. */
  letter(): string | null {
    if (!/^[a-z]+$/i.test(this.text)) return null;
    const letter = this.text.at(-1) ?? null;
    this.text = "";
    return letter;
  }
}
