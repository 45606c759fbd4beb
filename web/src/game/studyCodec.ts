import type { Study } from "../api/types";
import type { Area, Point } from "../board/point";
import { parsePoint, pointName } from "../board/pointName";
import { formatLink, parseLink } from "./link";

// A study as the fragment of a link: `study/1/` and base64url of raw deflate of a JSON text, which is described in
// docs/page.md. What is read comes from anybody: every size is bounded, and the moves are checked by the engine later.

const VERSION = "1";
/** Longest fragment that is read, in characters. */
const MAX_FRAGMENT = 16_000;
/** Longest text that comes out of it, in bytes. */
const MAX_TEXT = 512_000;
const MAX_NODES = 5000;

/** Why a fragment is no study. */
export class StudyLinkError extends Error {
  constructor(readonly reason: "damaged" | "newer" | "tooLong") {
    super(reason);
  }
}

/** The JSON text of a study. Fields that are empty are left out. */
interface StudyText {
  /** Rule, size and setup, as in the link of a position. */
  readonly p: string;
  /** The moves: a variation stands in brackets after the move that it could replace. */
  readonly m: string;
  /** Number of the node that is shown first, by the order of the moves in the text. */
  readonly a?: number;
  readonly t?: string;
  readonly i?: Partial<Study["info"]>;
  /** Comments by node. */
  readonly c?: Readonly<Record<string, string>>;
  /** Black's chances in percent by node. */
  readonly v?: Readonly<Record<string, number>>;
}

type StudyNode = NonNullable<Study["nodes"]>[number];

const damaged = (): StudyLinkError => new StudyLinkError("damaged");

export async function encodeStudy(study: Study): Promise<string> {
  const text = JSON.stringify(toText(study));
  const packed = await throughStream(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `study/${VERSION}/${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The study of a fragment. Throws a `StudyLinkError` if it is none. */
export async function decodeStudy(fragment: string): Promise<Study> {
  if (fragment.length > MAX_FRAGMENT) throw new StudyLinkError("tooLong");
  const [, version, data] = /^#?study\/(\d+)\/([\w-]*)$/.exec(fragment) ?? [];
  if (version === undefined || data === undefined) throw damaged();
  if (version !== VERSION) throw new StudyLinkError("newer");
  try {
    const binary = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const bytes = await throughStream(packed, new DecompressionStream("deflate-raw"));
    return fromText(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (error) {
    throw error instanceof StudyLinkError ? error : damaged();
  }
}

/** Sends bytes through a stream, and stops if too many come out. */
async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong with the bytes is an error of the reader, too.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => undefined);
  const reader = stream.readable.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MAX_TEXT) {
      await reader.cancel();
      throw new StudyLinkError("tooLong");
    }
    chunks.push(read.value);
  }
  await written;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toText({ rule, area = null, setup, title, info, comment, nodes = [], at = 0 }: Study): StudyText {
  const children: number[][] = Array.from({ length: nodes.length + 1 }, () => []);
  nodes.forEach(({ parent }, index) => children[parent]!.push(index + 1));
  const order: number[] = [0];
  let moves = "";
  /** What is still to be written: a node, or a bracket. */
  const rest: (number | string)[] = [];
  const pushChildren = (id: number): void => {
    const [main, ...others] = children[id]!;
    if (main === undefined) return;
    // A stack: what is written first is pushed last.
    const line: (number | string)[] = [main];
    for (const other of others) line.push("[", other, "]");
    // What follows the main move comes after the variations beside it.
    rest.push(-main, ...line.reverse());
  };
  const isVariation = new Set(children.flatMap((own) => own.slice(1)));
  pushChildren(0);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") moves += next;
    else if (next < 0) pushChildren(-next);
    else {
      order.push(next);
      moves += pointName(area, nodes[next - 1]!);
      if (isVariation.has(next)) pushChildren(next);
    }
  }
  const known = Object.entries(info ?? {}).filter(([, value]) => value);
  const comments: Record<string, string> = {};
  const values: Record<string, number> = {};
  if (comment) comments[0] = comment;
  order.forEach((id, place) => {
    const node = nodes[id - 1];
    if (node?.comment) comments[place] = node.comment;
    if (node?.chance != null) values[place] = Math.round(node.chance * 100);
  });
  return {
    p: formatLink({ rule, area: area ?? null, moves: [], setup: setup ?? null }),
    m: moves,
    ...(at > 0 && { a: order.indexOf(at) }),
    ...(title && { t: title }),
    ...(known.length > 0 && { i: Object.fromEntries(known) }),
    ...(Object.keys(comments).length > 0 && { c: comments }),
    ...(Object.keys(values).length > 0 && { v: values }),
  };
}

const INFO_FIELDS = ["black", "white", "round", "date", "place", "result"] as const;

function fromText(text: unknown): Study {
  if (typeof text !== "object" || text === null) throw damaged();
  const { p, m, a = 0, t = "", i = {}, c = {}, v = {} } = text as StudyText;
  if (typeof p !== "string" || typeof m !== "string" || typeof t !== "string" || !Number.isInteger(a))
    throw damaged();
  const link = parseLink(p);
  if (!link || !("position" in link) || link.position.moves.length > 0) throw damaged();
  const { rule, area, setup } = link.position;
  const nodes = readMoves(area, m).map((node, index): StudyNode => {
    const comment = c?.[index + 1];
    const percent = v?.[index + 1];
    const isChance = typeof percent === "number" && percent >= 0 && percent <= 100;
    return {
      ...node,
      ...(typeof comment === "string" && comment !== "" && { comment }),
      ...(isChance && { chance: percent / 100 }),
    };
  });
  if (a < 0 || a > nodes.length) throw damaged();
  const text0 = c?.[0];
  const info = Object.fromEntries(
    INFO_FIELDS.map((field) => [field, typeof i?.[field] === "string" ? i[field] : ""]),
  ) as Study["info"];
  return {
    rule,
    area,
    ...(setup && { setup }),
    title: t,
    ...(info && { info }),
    comment: typeof text0 === "string" ? text0 : "",
    nodes,
    at: a,
  };
}

/** The nodes of a text of moves; the number of each is its place in the text, from 1. */
function readMoves(area: Area, text: string): { parent: number; x: number; y: number }[] {
  const tokens = area ? /[a-z]{1,2}\d{1,2}|[[\]]/y : /\(-?\d+,-?\d+\)|[[\]]/y;
  const nodes: { parent: number; x: number; y: number }[] = [];
  /** For every variation that is open: the node before it, and its last node. */
  const lines: { before: number; at: number }[] = [{ before: -1, at: 0 }];
  while (tokens.lastIndex < text.length) {
    const [token] = tokens.exec(text) ?? [];
    const line = lines.at(-1)!;
    if (token === undefined) throw damaged();
    if (token === "[") {
      // A variation stands after a move that it could replace.
      const parent = nodes[line.at - 1]?.parent;
      if (parent === undefined || line.at === line.before) throw damaged();
      lines.push({ before: parent, at: parent });
    } else if (token === "]") {
      if (lines.length === 1 || line.at === line.before) throw damaged();
      lines.pop();
    } else {
      const point: Point | null = parsePoint(area, token);
      if (!point || nodes.length === MAX_NODES) throw point ? new StudyLinkError("tooLong") : damaged();
      nodes.push({ parent: line.at, x: point.x, y: point.y });
      line.at = nodes.length;
    }
  }
  if (lines.length > 1) throw damaged();
  return nodes;
}
