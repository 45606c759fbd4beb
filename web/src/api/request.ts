import { ApiError, OFFLINE } from "./apiError";
import type { Fault } from "./types";

/** Header that identifies this tab: the server runs one search per client. */
const CLIENT_HEADER = { "tengen-client": newId() };

/** Random id: 128 bits, hex. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** Sends a request to the server; throws `ApiError`. */
export async function sendRequest(
  method: HttpMethod,
  path: string,
  body: BodyInit | null = null,
  type = "application/json",
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = { ...CLIENT_HEADER, ...(body !== null && { "content-type": type }), ...more };
  const response = await fetch(path, { method, headers, body }).catch((error: Error) => {
    throw new ApiError({ code: OFFLINE, message: error.message });
  });
  if (response.ok) return response;
  const fault: Fault = await response
    .json()
    .catch(() => ({ code: `http_${response.status}`, message: response.statusText }));
  throw new ApiError(fault);
}

/** Sends and receives JSON. */
export async function requestJson<Body>(
  method: HttpMethod,
  path: string,
  request?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<Body> {
  const body = request === undefined ? null : JSON.stringify(request);
  return readJson(await sendRequest(method, path, body, "application/json", headers));
}

/** Parses the body of a response. The connection may break while it is read. */
export function readJson<Body>(response: Response): Promise<Body> {
  return response.json().catch((error: Error) => {
    throw new ApiError({ code: OFFLINE, message: error.message });
  });
}
