import { computed, signal } from "@preact/signals";
import { announce, announceNow, showNotice } from "../announce";
import { ApiError, asApiError } from "../api/apiError";
import type { Client } from "../api/client";
import type {
  ActionKind,
  FriendAction,
  FriendClient,
  FriendEvent,
  FriendState,
  FriendView,
  Seat,
} from "../api/friendClient";
import { newId } from "../api/request";
import { delay, retry } from "../api/retry";
import type { StreamEvent } from "../api/streamReader";
import type { Fault, PositionView } from "../api/types";
import { playEffect, playStone } from "../audio";
import type { BoardStone } from "../board/boardView";
import type { Color, Point } from "../board/point";
import { pointName } from "../board/pointName";
import { type MessageKey, t } from "../i18n/t";
import { illegalText } from "./describe";
import { resultText } from "./describeFriendGame";
import { findOwnGame, keepOwnGame } from "./friendGameList";
import { illegalReasonAt } from "./illegalReason";
import { ViewCache } from "./viewCache";

/** How often a player says that it is there; the server takes one that is silent for 25 s for gone. */
const HERE_INTERVAL = 8_000;
/** The server sends something every 15 s: a stream that is silent for longer is broken. */
const SILENCE_LIMIT = 35_000;
const FIRST_DELAY = 250;
const MAX_DELAY = 3_000;

/** Texts of events of the other player. */
const EVENT_TEXTS: Partial<Record<FriendEvent["event"]["kind"], MessageKey>> = {
  joined: "friend.joined",
  takeback_accepted: "friend.takeback.done",
  takeback_declined: "friend.takeback.declined",
  draw_declined: "friend.draw.declined",
  resumed: "friend.pause.off",
};

/** Texts of questions of the other player. They stand in the panel until they are answered, and are only read out. */
const QUESTION_TEXTS: Partial<Record<FriendEvent["event"]["kind"], MessageKey>> = {
  takeback_asked: "friend.takeback.other",
  draw_offered: "friend.draw.other",
  rematch_offered: "friend.rematch.other",
};

/** A game between people as one browser sees it: the stream of its events, and the actions of its seat. */
export class FriendController {
  /** The last state; null before the first. */
  readonly view = signal<FriendView | null>(null);
  readonly connection = signal<"connecting" | "open" | "lost">("connecting");
  /** Why the game cannot be shown at all. */
  readonly missing = signal<Fault | null>(null);
  readonly fault = signal<Fault | null>(null);
  readonly seat = signal<Seat | null>(null);
  readonly position = signal<PositionView | null>(null);
  readonly pending = signal<BoardStone | null>(null);
  /** A forbidden point that waits for confirmation. */
  readonly foulAt = signal<Point | null>(null);
  /** Changes while a clock runs, so that it is drawn anew. */
  readonly tick = signal(0);

  readonly game = computed<FriendState | null>(() => this.view.value?.game ?? null);

  private secret: string | null;
  private seen: number | null = null;
  /** When the last state came, by the clock of the browser. */
  private receivedAt = 0;
  private readonly abort = new AbortController();
  private stream = new AbortController();
  private readonly views: ViewCache;
  private timers: number[] = [];

  constructor(
    client: Client,
    private readonly friends: FriendClient,
    readonly id: string,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.views = new ViewCache(client, this.fault);
    const own = findOwnGame(id);
    this.secret = own?.secret ?? null;
    this.seat.value = own?.seat ?? null;
  }

  /** Follows the game. Returns the cleanup function. */
  start(): () => void {
    void this.follow();
    const reconnect = (): void => this.reconnect();
    window.addEventListener("online", reconnect);
    window.addEventListener("offline", reconnect);
    this.timers = [
      window.setInterval(() => this.tick.value++, 100),
      window.setInterval(() => void this.sayHere(), HERE_INTERVAL),
    ];
    return () => {
      window.removeEventListener("online", reconnect);
      window.removeEventListener("offline", reconnect);
      for (const timer of this.timers) window.clearInterval(timer);
      this.abort.abort();
      this.stream.abort();
    };
  }

  /** Whether the player of this browser may act so. */
  may(kind: ActionKind): boolean {
    const game = this.game.value;
    if (!game || !this.seat.value) return false;
    return (this.seat.value === "host" ? game.host_may : game.guest_may).includes(kind);
  }

  /** Color of a seat; null while colors are to be chosen. */
  colorOf(seat: Seat): Color | null {
    const game = this.game.value;
    if (game?.stage !== "done") return null;
    return game.black === seat ? "black" : "white";
  }

  /** Whether a player is there. */
  isHere(seat: Seat): boolean {
    const view = this.view.value;
    return (seat === "host" ? view?.host_here : view?.guest_here) ?? false;
  }

  /** Time on the service clock of the server, as far as known. */
  serverNow(): number {
    const view = this.view.value;
    return view ? view.now_ms + (this.now() - this.receivedAt) : 0;
  }

  /** Takes the other seat. */
  async join(): Promise<void> {
    const key = newId();
    try {
      const { signal } = this.abort;
      const taken = await retry(() => this.friends.join(this.id, key), { signal, onRetry: () => undefined });
      this.secret = taken.secret;
      this.seat.value = taken.seat;
      this.keep();
      this.fault.value = null;
    } catch (error) {
      this.fault.value = asApiError(error).fault;
    }
    this.reconnect();
  }

  /** Places a stone, if the rules allow it. A foul is asked about first: it loses. */
  place(point: Point): void {
    const [game, position] = [this.game.value, this.position.value];
    if (!game || !position || !this.may("move") || this.pending.value) return;
    const why = illegalReasonAt(position, point);
    if (why && why.kind !== "occupied" && why.kind !== "chokes") {
      this.foulAt.value = point;
    } else if (why) {
      playEffect("illegal");
      showNotice(illegalText(why, pointName(game.settings.area ?? null, point)));
    } else void this.sendMove(point);
  }

  async sendMove(point: Point): Promise<void> {
    const game = this.game.value;
    if (!game) return;
    this.foulAt.value = null;
    this.pending.value = { ...point, color: game.turn };
    await this.act({ kind: "move", point, ply: game.moves.length });
    this.pending.value = null;
  }

  /** Sends an action until the server has it or refuses it. */
  async act(action: FriendAction): Promise<void> {
    if (this.secret === null) return;
    const { id, secret } = this;
    const request = { id: newId(), action, ...this.thoughtTime() };
    const { signal } = this.abort;
    try {
      const onRetry = (): void => {
        this.connection.value = "lost";
      };
      const { number } = await retry(() => this.friends.act(id, secret, request), { signal, onRetry });
      this.fault.value = null;
      // The event comes by the stream; until then a move stays pending.
      await this.untilSeen(number);
    } catch (error) {
      const { fault, isStopped } = asApiError(error);
      if (!isStopped) this.fault.value = fault;
    }
  }

  /** How long the player took, without the time of the network. */
  private thoughtTime(): { thought_ms?: number } {
    const clocks = this.game.value?.clocks;
    if (!clocks || clocks.running !== this.seat.value) return {};
    return { thought_ms: Math.max(0, Math.round(this.serverNow() - clocks.from_ms)) };
  }

  private untilSeen(number: number): Promise<void> {
    if ((this.game.value?.number ?? 0) >= number) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.game.subscribe((game) => {
        if ((game?.number ?? 0) < number) return;
        queueMicrotask(() => stop());
        resolve();
      });
      this.abort.signal.addEventListener("abort", () => resolve());
    });
  }

  private async sayHere(): Promise<void> {
    if (this.secret === null || this.connection.value !== "open") return;
    // A stream may seem open long after the network was cut.
    await this.friends.here(this.id, this.secret).catch(() => this.reconnect());
  }

  private reconnect(): void {
    this.stream.abort();
  }

  /** Reads the stream, and reads it again from the last event whenever it ends. */
  private async follow(): Promise<void> {
    let pause = FIRST_DELAY;
    while (!this.abort.signal.aborted) {
      this.stream = new AbortController();
      const { signal } = this.stream;
      let silence = 0;
      const onBytes = (): void => {
        pause = FIRST_DELAY;
        window.clearTimeout(silence);
        silence = window.setTimeout(() => this.stream.abort(), SILENCE_LIMIT);
      };
      try {
        const { secret, seen } = this;
        await this.friends.follow(this.id, {
          secret,
          seen,
          signal,
          onEvent: (event) => this.receive(event),
          onBytes,
        });
      } catch (error) {
        const known = error instanceof ApiError ? error : null;
        if (known && !known.isTransient && !signal.aborted) {
          if (known.code !== "wrong_seat") {
            this.missing.value = known.fault;
            window.clearTimeout(silence);
            return;
          }
          // The secret is no longer that of the seat: go on as a watcher.
          this.secret = null;
          this.seat.value = null;
        }
      }
      window.clearTimeout(silence);
      if (this.abort.signal.aborted) return;
      if (!signal.aborted) {
        this.connection.value = "lost";
        await delay(pause, signal);
        pause = Math.min(2 * pause, MAX_DELAY);
      }
    }
  }

  private receive({ name, data }: StreamEvent): void {
    if (name === "event") this.hear(JSON.parse(data) as FriendEvent);
    else if (name === "state") void this.show(JSON.parse(data) as FriendView);
  }

  /** Sound and announcement of an event. */
  private hear({ number, event }: FriendEvent): void {
    if (this.seen !== null && number <= this.seen) return;
    this.seen = number;
    if (event.kind === "moved") playStone();
    if (!("seat" in event) || event.seat !== this.seat.value) {
      if (event.kind === "moved") {
        const color = this.game.value?.turn ?? "black";
        const point = pointName(this.game.value?.settings.area ?? null, event.point);
        announce(t("board.moved", { color: t(`color.${color}`), point }));
      }
      const text = EVENT_TEXTS[event.kind];
      const isWatcher = this.seat.value === null;
      if (text && !isWatcher) showNotice(t(text));
      const question = QUESTION_TEXTS[event.kind];
      if (question && !isWatcher) announce(t(question));
    }
  }

  private async show(view: FriendView): Promise<void> {
    const before = this.view.peek();
    this.receivedAt = this.now();
    this.view.value = view;
    this.connection.value = "open";
    this.seen = Math.max(this.seen ?? 0, view.game.number);
    if (view.game.moves.length !== before?.game.moves.length) this.foulAt.value = null;
    this.keep();
    if (view.game.result && before && !before.game.result) {
      playEffect("end");
      announceNow(resultText(view.game, this.seat.value));
    }
    const { settings, moves, number } = view.game;
    const area = settings.area ?? null;
    const position = await this.views.get({ rule: settings.rule, area, moves }, this.abort.signal);
    // A later state may have been faster.
    if (position && this.game.value?.number === number) this.position.value = position;
  }

  /** Keeps the game in the list of this browser. */
  private keep(): void {
    const [game, seat] = [this.game.value, this.seat.value];
    if (!game || !seat || this.secret === null) return;
    const phase = game.result ? "over" : game.joined ? "open" : "waiting";
    const known = findOwnGame(this.id);
    if (known?.phase !== phase || known.secret !== this.secret) {
      const { rule, area } = game.settings;
      const { id, secret } = this;
      keepOwnGame({ id, seat, secret, rule, area: area ?? null, phase, at: Date.now() });
    }
    // Both have their seats in the rematch, with the same secrets.
    if (game.next && !findOwnGame(game.next)) {
      const { rule, area } = game.settings;
      const next = { id: game.next, seat, secret: this.secret, rule, area: area ?? null };
      keepOwnGame({ ...next, phase: "open", at: Date.now() });
    }
  }
}
