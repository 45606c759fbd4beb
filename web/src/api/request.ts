import { ApiError, OFFLINE, STOPPED } from "./apiError";
import type { Fault } from "./types";

/** This page among others of the same machine: each may have one search at a time. */
const CLIENT_HEADER = { "tengen-client": newId() };

/** A name that nobody else has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** Asks the server that the page came from. */
export async function sendRequest(
  method: HttpMethod,
  path: string,
  body?: BodyInit,
  type = "application/json",
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { ...CLIENT_HEADER, ...(body !== undefined && { "content-type": type }) };
  const response = await fetch(path, { method, headers, body: body ?? null, signal: signal ?? null }).catch(
    (error: Error) => {
      throw new ApiError({ code: error.name === "AbortError" ? STOPPED : OFFLINE, message: error.message });
    },
  );
  if (response.ok) return response;
  const fault: Fault = await response
    .json()
    .catch(() => ({ code: `http_${response.status}`, message: response.statusText }));
  throw new ApiError(fault);
}

/** Asks a question in JSON that is answered in JSON. */
export async function requestJson<Answer>(
  method: HttpMethod,
  path: string,
  question?: unknown,
): Promise<Answer> {
  const response = await sendRequest(
    method,
    path,
    question === undefined ? undefined : JSON.stringify(question),
  );
  // A connection may break in the middle of an answer.
  return response.json().catch((error: Error) => {
    throw new ApiError({ code: OFFLINE, message: error.message });
  });
}
