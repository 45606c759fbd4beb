import type { Area, Point } from "./point";
import { parsePoint } from "./pointName";

/** How long a letter waits for its digits before it is taken for a shortcut. */
export const SHORTCUT_DELAY_MS = 400;

/** What typing at the board came to. */
export type TypedInput =
  | { readonly kind: "nothing" }
  /** A name is being written; what there is of it. */
  | { readonly kind: "writing"; readonly text: string }
  | { readonly kind: "point"; readonly point: Point }
  | { readonly kind: "unknown"; readonly text: string };

const NOTHING: TypedInput = { kind: "nothing" };

/**
 * A letter at the board may begin the name of a point (`h8`) or be a shortcut (`h`): digits decide.
 * Keeps what was typed; `feed` gets each key, `letter` tells the one that nothing followed.
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

  /** Whether a name is being written, so that keys belong to it. */
  isName(): boolean {
    return /[\d,-]/.test(this.text);
  }

  /** The single letter that nothing followed, forgotten by being told. */
  letter(): string | null {
    if (!/^[a-z]+$/i.test(this.text)) return null;
    const letter = this.text.at(-1) ?? null;
    this.text = "";
    return letter;
  }
}
