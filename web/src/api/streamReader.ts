/** One server-sent event. */
export interface StreamEvent {
  /** Number of the event; null if it has none. */
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/**
 * Incremental parser of server-sent events. Why not `EventSource`: it cannot send a header, and the secret of a seat
 * belongs neither in an address nor in a cookie.
 */
export class StreamParser {
  private rest = "";

  /** The whole events in what has come so far. */
  push(text: string): StreamEvent[] {
    const blocks = (this.rest + text.replaceAll("\r\n", "\n")).split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.map(parseBlock).filter((event) => event !== null);
  }
}

function parseBlock(block: string): StreamEvent | null {
  let [id, name, data]: [string | null, string, string | null] = [null, "message", null];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "id") id = value;
    else if (field === "event") name = value;
    else if (field === "data") data = data === null ? value : `${data}\n${value}`;
  }
  return data === null ? null : { id, name, data };
}

/** Reads the events of a response until it ends; `onBytes` is called for whatever comes, also for comments. */
export async function readStream(
  response: Response,
  onEvent: (event: StreamEvent) => void,
  onBytes: () => void,
): Promise<void> {
  if (!response.body) return;
  const parser = new StreamParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    for (const event of parser.push(decoder.decode(value, { stream: true }))) onEvent(event);
  }
}
