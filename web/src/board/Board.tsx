import type { JSX } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type BoardToolNames, BoardTools } from "./BoardTools";
import { readPalette } from "./boardPalette";
import type { BoardOptions, BoardView } from "./boardView";
import { resize, useSize } from "./canvas";
import { type DrawContext, drawBoard } from "./drawBoard";
import { drawHover, type Hover } from "./drawHover";
import { cellId, Grid } from "./Grid";
import {
  enclosing,
  following,
  type Geometry,
  layOut,
  panned,
  pointAt,
  START_VIEWPORT,
  visibleRange,
  zoomed,
} from "./geometry";
import type { Painter } from "./painter";
import { pixelPainter } from "./pixelPainter";
import { isInside, type Point, samePoint } from "./point";
import { listenToPointer, type PlacingMode } from "./pointerInput";
import { PointTyping, SHORTCUT_DELAY_MS } from "./pointTyping";
import { smoothPainter } from "./smoothPainter";
import { SpriteCache } from "./spriteCache";

export type BoardStyle = "wood" | "pixel" | "contrast";

export const PAINTERS: Record<BoardStyle, Painter> = {
  wood: smoothPainter(true),
  contrast: smoothPainter(false),
  pixel: pixelPainter,
};

interface BoardProps {
  readonly view: BoardView;
  readonly look: BoardOptions;
  readonly style: BoardStyle;
  /** Changes with the colors of the theme. */
  readonly mode: string;
  readonly placing: PlacingMode;
  /** Prefix of the ids of the points; a second board in the document needs another one. */
  readonly prefix?: string;
  /** Accessible name of the board. */
  readonly name: string;
  /** Accessible name of a point, with its stone and marks. */
  readonly label: (point: Point) => string;
  readonly onPlace: (point: Point) => void;
  /** The point under the pointer or the focus. */
  readonly onPoint: (point: Point | null) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** A tap that waits for a second one. */
  readonly onArm?: (point: Point) => void;
  /** Names of the buttons over a board without edges; without them there are none. */
  readonly tools?: BoardToolNames;
  /** A letter that is a shortcut and no part of a point name. */
  readonly onLetter: (letter: string) => void;
  /** The point name typed so far; `known` is false for a name that is no point of the board. */
  readonly onTyping: (text: string, known: boolean) => void;
}

const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Board component, of any size or infinite. View in, points out: no rules, no network, no texts. */
export function Board(props: BoardProps): JSX.Element {
  const { view, look, style, mode, placing, prefix = "point" } = props;
  const container = useRef<HTMLDivElement>(null);
  const baseCanvas = useRef<HTMLCanvasElement>(null);
  const overlayCanvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0, scale: 1 });
  const [viewport, setViewport] = useState(START_VIEWPORT);
  const [focus, setFocus] = useState<Point>(() => center(view.area));
  const [hover, setHover] = useState<Hover | null>(null);
  const [armed, setArmed] = useState<Point | null>(null);
  /** Whether the board has keyboard focus. */
  const [hasKeyboardFocus, setHasKeyboardFocus] = useState(false);
  const geometry = useMemo(
    () => layOut({ width: size.width, height: size.height }, view.area, viewport, look),
    [size, view.area?.width, view.area?.height, view.area === null, viewport, look.flipped, look.coordinates],
  );
  useSize(container, setSize);

  const latest = useRef({ props, geometry, scale: size.scale, armed });
  latest.current = { props, geometry, scale: size.scale, armed };

  const place = useCallback((point: Point, touch: boolean): void => {
    const { props, geometry, scale, armed } = latest.current;
    const isSmall = props.placing === "direct" && geometry.cell / scale < SMALL_CELL;
    if (touch && (props.placing === "confirm" || isSmall)) {
      const isArmed = samePoint(armed, point);
      setArmed(isArmed ? null : point);
      if (isArmed) props.onPlace(point);
      else props.onArm?.(point);
    } else props.onPlace(point);
    setFocus(point);
  }, []);

  useLayoutEffect(() => {
    const element = container.current!;
    const scaled = (at: Point): Point => ({ x: at.x * devicePixelRatio, y: at.y * devicePixelRatio });
    return listenToPointer(element, () => ({
      infinite: latest.current.geometry.area === null,
      placing: latest.current.props.placing,
      pointAt: (at) => pointAt(latest.current.geometry, scaled(at)),
      hover: (next) =>
        setHover((before) =>
          samePoint(before?.point ?? null, next?.point ?? null) && before?.touch === next?.touch
            ? before
            : next,
        ),
      place,
      pan: (dx, dy) =>
        setViewport((was) =>
          panned(was, latest.current.geometry, dx * devicePixelRatio, dy * devicePixelRatio),
        ),
      zoom: (factor, at) => {
        const about = pointAt(latest.current.geometry, scaled(at));
        if (about) setViewport((was) => zoomed(was, factor, about));
      },
      step: (by) => latest.current.props.onStep(by),
    }));
  }, [place]);

  const sprites = useMemo(() => new SpriteCache(), []);
  const drawContext = useCallback(
    (canvas: HTMLCanvasElement): DrawContext => ({
      geometry,
      sprites,
      painter: PAINTERS[style],
      paint: { ctx: canvas.getContext("2d")!, cell: geometry.cell, palette: readPalette(canvas) },
    }),
    [geometry, style],
  );

  /** The newest stone and the number of stones that were drawn last, and when the newest began to land. */
  const drawn = useRef({ count: Number.POSITIVE_INFINITY, start: Number.NEGATIVE_INFINITY });
  useLayoutEffect(() => {
    if (size.width === 0) return;
    const canvas = baseCanvas.current!;
    const newest = view.pending ?? view.last;
    const count = view.stones.length + (view.pending ? 1 : 0);
    const isMore = count === drawn.current.count + 1 && !hasReducedMotion();
    drawn.current = { count, start: isMore ? performance.now() : drawn.current.start };
    const context = drawContext(canvas);
    let frame = 0;
    const draw = (): void => {
      const progress = (performance.now() - drawn.current.start) / LANDING_MS;
      const landing = newest && progress < 1 ? { point: newest, progress } : null;
      resize(canvas, geometry);
      drawBoard(context, view, look, landing);
      if (landing) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [drawContext, view, look.numbers, mode]);

  useLayoutEffect(() => {
    if (size.width === 0) return;
    resize(overlayCanvas.current!, geometry);
    // The focused point is drawn like a hovered one.
    const held = armed ?? (hasKeyboardFocus ? focus : null);
    const shownHover = hover ?? (held && { point: held, touch: false });
    if (shownHover) drawHover(drawContext(overlayCanvas.current!), view, shownHover, baseCanvas.current!);
  }, [drawContext, view, hover, armed, hasKeyboardFocus, focus, mode]);

  useEffect(() => props.onPoint(hover?.point ?? null), [hover]);
  useEffect(() => setArmed(null), [view.stones]);
  useEffect(() => {
    if (!isInside(view.area, focus)) setFocus(center(view.area));
  }, [view.area?.width, view.area?.height]);
  // An infinite board follows the last move.
  useEffect(() => {
    if (view.area === null && view.last && size.width > 0) {
      const last = view.last;
      setViewport((was) => following(was, latest.current.geometry, last));
    }
  }, [view.last, size.width]);

  const moveFocus = (to: Point): void => {
    if (!isInside(view.area, to)) return;
    setFocus(to);
    if (view.area === null) setViewport((was) => following(was, geometry, to));
    // The cell may exist only after the viewport has moved.
    requestAnimationFrame(() => {
      const root = container.current?.getRootNode() as Document | ShadowRoot | undefined;
      const cell = root?.getElementById?.(cellId(to, prefix));
      cell?.focus({ preventScroll: true });
      // Scrolls no farther than needed.
      cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  };

  const typing = useRef(new PointTyping());
  const letterTimer = useRef(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const sign = look.flipped ? -1 : 1;
      moveFocus({ x: focus.x + sign * step.x, y: focus.y + sign * step.y });
      return;
    }
    if (view.area === null && (event.key === "+" || event.key === "="))
      setViewport((was) => zoomed(was, 1.2, focus));
    if (view.area === null && event.key === "_") setViewport((was) => zoomed(was, 1 / 1.2, focus));
    const isTypingName = typing.current.isName();
    const typed = typing.current.feed(event.key, view.area);
    window.clearTimeout(letterTimer.current);
    if (typed.kind === "point") {
      moveFocus(typed.point);
      props.onPlace(typed.point);
    } else if (typed.kind === "nothing" && (event.key === "Enter" || event.key === " ")) props.onPlace(focus);
    if (typed.kind === "writing" || typed.kind === "unknown")
      props.onTyping(typed.text, typed.kind === "writing");
    else if (isTypingName) props.onTyping("", true);
    if (isTypingName || event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
    } else if (/^[a-z]$/i.test(event.key)) {
      event.stopPropagation();
      const reportLetter = (): void => {
        const letter = typing.current.letter();
        if (letter) props.onLetter(letter);
      };
      if (view.area === null) props.onLetter(event.key);
      else letterTimer.current = window.setTimeout(reportLetter, SHORTCUT_DELAY_MS);
    }
  };
  useEffect(() => () => window.clearTimeout(letterTimer.current), []);

  const onFocus = (point: Point, cell: HTMLElement): void => {
    if (!samePoint(point, focus)) setFocus(point);
    setHasKeyboardFocus(cell.matches(":focus-visible"));
    props.onPoint(point);
  };
  const onBlur = (): void => {
    setHasKeyboardFocus(false);
    props.onPoint(null);
  };
  const tabStop = clampedFocus(focus, geometry);
  const handlers = useRef({ onKeyDown, onFocus, onBlur });
  handlers.current = { onKeyDown, onFocus, onBlur };
  // Hovering must not re-render the cells.
  const grid = useMemo(
    () =>
      size.width > 0 && (
        <Grid
          geometry={geometry}
          scale={size.scale}
          focus={tabStop}
          prefix={prefix}
          name={props.name}
          label={props.label}
          onKeyDown={(event) => handlers.current.onKeyDown(event)}
          onFocus={(point, cell) => handlers.current.onFocus(point, cell)}
          onBlur={() => handlers.current.onBlur()}
        />
      ),
    [geometry, size.scale, tabStop.x, tabStop.y, props.name, props.label],
  );
  const ratio = view.area ? view.area.width / view.area.height : 1;
  return (
    <div
      ref={container}
      class="board"
      data-touch={view.area === null || placing === "slide" ? "own" : "shared"}
      style={{ aspectRatio: String(ratio) }}
    >
      <canvas ref={baseCanvas} class="board-layer" aria-hidden="true" />
      <canvas ref={overlayCanvas} class="board-layer" aria-hidden="true" />
      {grid}
      {view.area === null && props.tools && (
        <BoardTools
          names={props.tools}
          onZoom={(factor) => setViewport((was) => zoomed(was, factor, was))}
          onRecentre={() => setViewport(enclosing(view.stones))}
        />
      )}
    </div>
  );
}

/** Distance of the lines in CSS pixels below which a touch needs a second one (WCAG 2.5.8 asks for 24). */
const SMALL_CELL = 20;

/** Duration of the landing of a stone. */
const LANDING_MS = 120;

const hasReducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const center = (area: BoardView["area"]): Point =>
  area ? { x: Math.floor(area.width / 2), y: Math.floor(area.height / 2) } : { x: 0, y: 0 };

/** The focus if visible, else the nearest visible point, so that the board is always in the tab order. */
function clampedFocus(focus: Point, geometry: Geometry): Point {
  const { left, right, top, bottom } = visibleRange(geometry);
  return { x: Math.min(Math.max(focus.x, left), right), y: Math.min(Math.max(focus.y, top), bottom) };
}
