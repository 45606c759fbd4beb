import type { Fault } from "./types";

/** A question that was not answered. */
export class ApiError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }

  get code(): string {
    return this.fault.code;
  }

  /** Whether the same question may well be answered a little later. */
  get isTransient(): boolean {
    return TRANSIENT.has(this.code);
  }
}

/** The code of a question that reached no server. */
export const OFFLINE = "offline";
/** The code of a question that was taken back. */
export const STOPPED = "stopped";
/** The code of a question that the server forgot, as it does when it starts anew. */
export const FORGOTTEN = "forgotten";

const TRANSIENT = new Set([
  OFFLINE,
  FORGOTTEN,
  "busy",
  "timeout",
  "rate_limited",
  "http_502",
  "http_503",
  "http_504",
]);

export const stoppedError = (): ApiError => new ApiError({ code: STOPPED, message: "" });
