import { OFFLINE, Refusal, STOPPED } from "./apiError";
import type { Fault } from "./types";

/** This page among others of the same machine: each may have one search at a time. */
const PAGE = { "tengen-client": newId() };

/** A name that nobody else has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Asks the server that the page came from. */
export async function ask(
  method: Method,
  path: string,
  body?: BodyInit,
  type = "application/json",
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { ...PAGE, ...(body !== undefined && { "content-type": type }) };
  const answer = await fetch(path, { method, headers, body: body ?? null, signal: signal ?? null }).catch(
    (error: Error) => {
      throw new Refusal({ code: error.name === "AbortError" ? STOPPED : OFFLINE, message: error.message });
    },
  );
  if (answer.ok) return answer;
  const fault: Fault = await answer
    .json()
    .catch(() => ({ code: `http_${answer.status}`, message: answer.statusText }));
  throw new Refusal(fault);
}

/** Asks a question in JSON that is answered in JSON. */
export async function json<Answer>(method: Method, path: string, question?: unknown): Promise<Answer> {
  const answer = await ask(method, path, question === undefined ? undefined : JSON.stringify(question));
  // A connection may break in the middle of an answer.
  return answer.json().catch((error: Error) => {
    throw new Refusal({ code: OFFLINE, message: error.message });
  });
}
