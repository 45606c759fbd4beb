import type {
  Fault,
  Film,
  FilmQuestion,
  Judgement,
  Position,
  Solution,
  Solving,
  Thinking,
  Thought,
  View,
} from "./types";

/** Something that goes on at the server and can be stopped. */
export interface Going<Result> {
  readonly result: Promise<Result>;
  stop(): void;
}

/** Everything the page may ask. All its access to the network goes through here. */
export interface Client {
  view(position: Position): Promise<View>;
  film(question: FilmQuestion): Promise<Film>;
  /** Tells each thought as it comes; the result is the last one. */
  think(question: Thinking, hear: (thought: Thought) => void): Going<Thought>;
  solve(question: Solving): Going<Solution>;
  judge(record: Blob): Promise<readonly Judgement[]>;
  convert(position: Position, format: string): Promise<string>;
  picture(position: Position, format: string): Promise<Blob>;
}

/** A question that was not answered. */
export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }

  get code(): string {
    return this.fault.code;
  }
}

/** The code of a question that reached no server. */
export const OFFLINE = "offline";

/** The server that the page came from. */
export function httpClient(): Client {
  const json = async <Answer>(path: string, question: unknown, signal?: AbortSignal): Promise<Answer> =>
    (await post(path, JSON.stringify(question), "application/json", signal)).json() as Promise<Answer>;
  return {
    view: (position) => json("/api/view", position),
    film: (question) => json("/api/nogo/play", question),
    think: (question, hear) => thinkAt(question, hear, json),
    solve: (question) => {
      const abort = new AbortController();
      return { result: json("/api/solutions", question, abort.signal), stop: () => abort.abort() };
    },
    judge: async (record) => (await post("/api/judge", record, "application/octet-stream")).json(),
    convert: async (position, format) =>
      (await json<{ text: string }>("/api/convert", { position, format })).text,
    picture: async (position, format) =>
      (await post("/api/picture", JSON.stringify({ position, format }), "application/json")).blob(),
  };
}

async function post(path: string, body: BodyInit, type: string, signal?: AbortSignal): Promise<Response> {
  const headers = { "content-type": type };
  const answer = await fetch(path, { method: "POST", headers, body, signal: signal ?? null }).catch(
    (error: Error) => {
      throw new Refusal({ code: error.name === "AbortError" ? "stopped" : OFFLINE, message: error.message });
    },
  );
  if (answer.ok) return answer;
  const fault: Fault = await answer
    .json()
    .catch(() => ({ code: `http_${answer.status}`, message: answer.statusText }));
  throw new Refusal(fault);
}

type Json = <Answer>(path: string, question: unknown) => Promise<Answer>;

/** Starts a thought and listens to it. The browser reconnects by itself and misses nothing. */
function thinkAt(question: Thinking, hear: (thought: Thought) => void, json: Json): Going<Thought> {
  let source: EventSource | null = null;
  let stopped = false;
  let address = "";
  const stop = (): void => {
    stopped = true;
    source?.close();
    if (address) void fetch(address, { method: "DELETE" }).catch(() => undefined);
  };
  const listen = (id: string): Promise<Thought> =>
    new Promise((resolve, reject) => {
      address = `/api/thoughts/${id}`;
      source = new EventSource(`${address}/events`);
      let last: Thought | null = null;
      source.addEventListener("thought", (event) => {
        last = JSON.parse(event.data) as Thought;
        hear(last);
      });
      source.addEventListener("error", (event) => {
        // The server's own errors have words; the others are a lost connection, and the browser comes back.
        if (!(event instanceof MessageEvent)) return;
        source?.close();
        reject(new Refusal(JSON.parse(event.data)));
      });
      source.addEventListener("done", () => {
        source?.close();
        if (last) resolve(last);
        else reject(new Refusal({ code: "stopped", message: "" }));
      });
    });
  const result = json<{ id: string }>("/api/thoughts", question).then(({ id }) => {
    if (stopped) throw new Refusal({ code: "stopped", message: "" });
    return listen(id);
  });
  return { result, stop };
}
