import type { Fault } from "./types";

/** Error of an API request. */
export class ApiError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }

  get code(): string {
    return this.fault.code;
  }

  /** Whether the page aborted the request. */
  get isStopped(): boolean {
    return this.code === STOPPED;
  }

  /** Whether a retry may succeed. */
  get isTransient(): boolean {
    return TRANSIENT.has(this.code);
  }
}

/** Code of a network error. */
export const OFFLINE = "offline";
/** Code of a request that was aborted by the page. */
const STOPPED = "stopped";
/** Code of a job that the server does not know any more, as after a restart. */
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

/** Narrows a caught value to an API error; rethrows any other. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
