// Entry "tengen/board": the board as a web component.
import { type ComponentChild, render } from "preact";
import type { Position, PositionView } from "../../src/api/types";
import { Board, type BoardStyle } from "../../src/board/Board";
import type { PointMark } from "../../src/board/boardView";
import { type Color, otherColor, type Point } from "../../src/board/point";
import type { PlacingMode } from "../../src/board/pointerInput";
import { pointName } from "../../src/board/pointName";
import { illegalReasonAt } from "../../src/game/illegalReason";
import { formatLink } from "../../src/game/link";
import { labelPoints, refusalText, sizeText } from "../../src/game/pointLabels";
import { recordView } from "../../src/game/recordView";
import { toBoardView } from "../../src/game/toBoardView";
import { preferredLanguage } from "../../src/i18n/language";
import { loadMessages, translateTo } from "../../src/i18n/translate";
import boardCss from "../../src/theme/board.css?inline";
import themesCss from "../../src/theme/themes.css?inline";
import { parsePosition } from "./parsePosition";

export type { PointMark } from "../../src/board/boardView";

/** A point of an event, with its name. */
export interface BoardPoint extends Point {
  readonly name: string;
}

/** Events of `<tengen-board>`; all of them bubble. */
export interface TengenBoardEvents {
  /** The point under the pointer or the focus; null if there is none. */
  readonly point: CustomEvent<BoardPoint | null>;
  /** A point was chosen that may be played, as far as the view says. */
  readonly move: CustomEvent<BoardPoint & { readonly color: Color }>;
  /** A point was chosen that may not be played, and why. */
  readonly illegal: CustomEvent<BoardPoint & { readonly why: string }>;
}

const STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.fault { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #9c1f12; background: #fff; }
${`${themesCss}${boardCss}`.replaceAll(":root", ".frame")}`;

const ATTRIBUTES = [
  "position",
  "rule",
  "size",
  "moves",
  "theme",
  "mode",
  "placing",
  "coordinates",
  "numbers",
  "flipped",
  "interactive",
  "lang",
] as const;

const NOOP = (): void => undefined;
const darkScheme = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** One of the words, else the first. */
const oneOf = <Word extends string>(words: readonly Word[], word: string | null): Word =>
  words.find((each) => each === word) ?? words[0]!;

/** View of a position by its stones alone, without fouls and results. */
function plainView({ rule, area, setup, moves }: Position): PositionView {
  const first = setup?.turn ?? "black";
  const colored = moves.map((point, index) => ({
    color: index % 2 === 0 ? first : otherColor(first),
    point: { ...point, name: pointName(area, point) },
  }));
  return recordView({ rule, area, setup: setup?.stones ?? [], first, moves: colored }, moves.length);
}

// Elsewhere than in browsers the module may be imported, though there is no element to be made.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * The board as a web component: `<tengen-board>`. View in, points out: it shows `view`, or the position of its attributes,
 * and reports by events what is pointed at and chosen.
 */
export class TengenBoardElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  private frame: HTMLElement | null = null;
  private status: HTMLElement | null = null;
  private given: PositionView | null = null;
  private drawnMarks: readonly PointMark[] = [];
  private isScheduled = false;

  /** What is shown, as `Tengen.view` gives it; null for the position of the attributes. */
  get view(): PositionView | null {
    return this.given;
  }

  set view(view: PositionView | null) {
    this.given = view;
    this.schedule();
  }

  /** Texts on points. */
  get marks(): readonly PointMark[] {
    return this.drawnMarks;
  }

  set marks(marks: readonly PointMark[]) {
    this.drawnMarks = marks;
    this.schedule();
  }

  /** The position of the attributes. Throws an `ApiError` if they have none. */
  get position(): Position {
    const whole = this.getAttribute("position");
    if (whole !== null) return parsePosition(whole);
    const size = this.getAttribute("size") ?? "15";
    const area = /^\d+$/.test(size) ? `${size}x${size}` : size;
    const parts = [this.getAttribute("rule") ?? "freestyle", area, this.getAttribute("moves") ?? ""];
    return parsePosition(parts.join("/"));
  }

  set position(position: Position) {
    this.given = null;
    this.setAttribute("position", formatLink(position));
  }

  /** Adds a listener of an event of the board. */
  on<Kind extends keyof TengenBoardEvents>(
    kind: Kind,
    listener: (event: TengenBoardEvents[Kind]) => void,
  ): void {
    this.addEventListener(kind, listener as (event: Event) => void);
  }

  connectedCallback(): void {
    if (!this.frame) this.build();
    darkScheme?.addEventListener("change", this.schedule);
    this.schedule();
  }

  disconnectedCallback(): void {
    darkScheme?.removeEventListener("change", this.schedule);
    // It may only have been moved.
    queueMicrotask(() => {
      if (!this.isConnected && this.frame) render(null, this.frame);
    });
  }

  attributeChangedCallback(): void {
    this.schedule();
  }

  private build(): void {
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.frame = document.createElement("div");
    this.frame.className = "frame";
    this.status = document.createElement("div");
    this.status.className = "status";
    this.status.setAttribute("role", "status");
    root.append(this.frame, this.status);
  }

  private readonly schedule = (): void => {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      if (!this.isConnected || !this.frame) return;
      const style = oneOf<BoardStyle>(["wood", "pixel", "contrast"], this.getAttribute("theme"));
      const mode = oneOf(["auto", "light", "dark"], this.getAttribute("mode"));
      const isDark = mode === "auto" ? darkScheme?.matches === true : mode === "dark";
      this.frame.dataset.theme = style;
      this.frame.dataset.mode = isDark ? "dark" : "light";
      render(this.content(style, isDark), this.frame);
    });
  };

  private content(style: BoardStyle, isDark: boolean): ComponentChild {
    let view: PositionView;
    try {
      view = this.given ?? plainView(this.position);
    } catch (error) {
      return (
        <p class="fault" role="alert">
          {(error as Error).message}
        </p>
      );
    }
    const tag = this.closest<HTMLElement>("[lang]")?.lang;
    const language = preferredLanguage(tag ? [tag] : undefined);
    void loadMessages(language).then((isNew) => isNew && this.schedule());
    const t = translateTo(language);
    const isOpen = this.hasAttribute("interactive") && !view.ending;
    const named = (point: Point): BoardPoint => ({ ...point, name: pointName(view.area, point) });
    const say = (text: string): void => {
      if (this.status!.textContent !== text) this.status!.textContent = text;
    };
    const choose = ({ x, y }: Point): void => {
      if (!isOpen) return;
      const point = named({ x, y });
      const reason = illegalReasonAt(view, point);
      if (!reason) {
        this.send("move", { ...point, color: view.turn });
        return;
      }
      const why = refusalText(t, reason, point.name);
      say(why);
      this.send("illegal", { ...point, why });
    };
    const label = labelPoints(view, t);
    say(view.last ? label(view.last) : "");
    return (
      <Board
        view={toBoardView(view, { turn: isOpen ? view.turn : null, marks: this.drawnMarks })}
        look={{
          numbers: this.hasAttribute("numbers"),
          coordinates: this.getAttribute("coordinates") !== "off",
          flipped: this.hasAttribute("flipped"),
        }}
        style={style}
        mode={`${style} ${isDark}`}
        placing={oneOf<PlacingMode>(["direct", "confirm", "slide"], this.getAttribute("placing"))}
        name={t("board.name", { rule: t(`rule.${view.rule}`), size: sizeText(t, view.area) })}
        label={label}
        onPlace={choose}
        onPoint={(point) => this.send("point", point && named(point))}
        onStep={NOOP}
        onLetter={NOOP}
        onTyping={say}
      />
    );
  }

  private send(kind: keyof TengenBoardEvents, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "tengen-board": TengenBoardElement;
  }
}

if (globalThis.customElements && !customElements.get("tengen-board"))
  customElements.define("tengen-board", TengenBoardElement);
