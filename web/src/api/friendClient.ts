import { ApiError, OFFLINE } from "./apiError";
import type { components } from "./openapi";
import { requestJson } from "./request";
import { readStream, type StreamEvent } from "./streamReader";
import type { Fault } from "./types";

type FriendSchemas = components["schemas"];

export type Seat = FriendSchemas["Seat"];
export type TimeControl = FriendSchemas["TimeControl"];
export type SideClock = FriendSchemas["SideClock"];
export type FriendView = FriendSchemas["FriendView"];
export type FriendState = FriendSchemas["FriendState"];
export type FriendClocks = FriendSchemas["FriendClocks"];
export type FriendAction = FriendSchemas["FriendAction"];
export type FriendEvent = FriendSchemas["NumberedEvent"];
export type ActionKind = FriendSchemas["ActionKind"];
export type NewFriendGame = FriendSchemas["NewFriendGame"];
export type SeatAnswer = FriendSchemas["SeatAnswer"];
export type ActionAnswer = FriendSchemas["ActionAnswer"];
export type HereAnswer = FriendSchemas["HereAnswer"];
type ActionRequest = FriendSchemas["ActionQuestion"];

/** Requests about games between people. The secret of a seat goes in a header. */
export interface FriendClient {
  create(game: NewFriendGame): Promise<SeatAnswer>;
  join(id: string, key: string): Promise<SeatAnswer>;
  act(id: string, secret: string, request: ActionRequest): Promise<ActionAnswer>;
  here(id: string, secret: string): Promise<HereAnswer>;
  /** Reads the events after `seen` until the stream ends or breaks; throws `ApiError`. */
  follow(id: string, options: FollowOptions): Promise<void>;
}

export interface FollowOptions {
  readonly secret: string | null;
  /** Number of the last event that was seen; null before the first state. */
  readonly seen: number | null;
  readonly signal: AbortSignal;
  onEvent(event: StreamEvent): void;
  onBytes(): void;
}

const path = (id: string): string => `/api/friend-games/${id}`;

/** Client of the server that serves the page. */
export const friendClient: FriendClient = {
  create: (game) => requestJson("POST", "/api/friend-games", game),
  join: (id, key) => requestJson("POST", `${path(id)}/seat`, { key }),
  act: (id, secret, request) => requestJson("POST", `${path(id)}/actions`, request, seatHeader(secret)),
  here: (id, secret) => requestJson("POST", `${path(id)}/here`, undefined, seatHeader(secret)),
  follow: async (id, { secret, seen, signal, onEvent, onBytes }) => {
    const headers = {
      accept: "text/event-stream",
      ...(secret !== null && seatHeader(secret)),
      ...(seen !== null && { "last-event-id": String(seen) }),
    };
    const broken = (error: Error): never => {
      throw new ApiError({ code: OFFLINE, message: error.message });
    };
    const response = await fetch(`${path(id)}/events`, { headers, signal, cache: "no-store" }).catch(broken);
    if (!response.ok) {
      const fault: Fault = await response
        .json()
        .catch(() => ({ code: `http_${response.status}`, message: response.statusText }));
      throw new ApiError(fault);
    }
    await readStream(response, onEvent, onBytes).catch(broken);
  },
};

const seatHeader = (secret: string): Record<string, string> => ({ "tengen-seat": secret });
