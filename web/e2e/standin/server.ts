import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { Position, Thought } from "../../src/api/types";
import { choose, film, Illegal, view } from "./rules";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** As strict as the server's own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A stand-in for `tengen serve` that knows two games and no more: enough to try the page's hands and looks. */
export function standIn(dist: string): Server {
  const thoughts = new Map<string, Thought>();
  return createServer((request, response) => {
    response.setHeader("content-security-policy", POLICY);
    answer(request, response, dist, thoughts).catch((error: unknown) => {
      if (!(error instanceof Illegal)) throw error;
      json(response, { code: "illegal_move", message: error.message }, 422);
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  dist: string,
  thoughts: Map<string, Thought>,
): Promise<void> {
  const path = new URL(request.url ?? "/", "http://local").pathname;
  const body = request.method === "POST" ? JSON.parse(await text(request)) : null;
  if (path === "/api/view") json(response, view(body));
  else if (path === "/api/nogo/play") json(response, film(body));
  else if (path === "/api/thoughts") {
    const id = String(thoughts.size + 1);
    thoughts.set(id, think(body.position, body.lines));
    json(response, { id });
  } else if (/^\/api\/thoughts\/\d+\/events$/.test(path)) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const thought = thoughts.get(path.split("/")[3] ?? "");
    response.end(
      `id: 1\nevent: thought\ndata: ${JSON.stringify(thought)}\n\nid: 2\nevent: done\ndata: {"end":"finished","elapsed_ms":1}\n\n`,
    );
  } else if (path.startsWith("/api/")) {
    json(response, { code: "not_found", message: "there is nothing here" }, 404);
  } else await page(path, response, dist);
}

function think(position: Position, lines = 1): Thought {
  const { turn } = view(position);
  const best = choose(position);
  const points = best
    ? [best, ...[1, 2].map((step) => ({ x: best.x + step, y: best.y }))].slice(0, lines)
    : [];
  return {
    turn,
    depth: 6,
    nodes: 12345,
    lines: points.map((point, index) => ({
      point,
      value: { kind: "seems" },
      chances: 0.58 - 0.06 * index,
      line: [point, { x: point.x, y: point.y + 1 }],
    })),
    heat: points.map((point, index) => ({ ...point, share: 0.6 / (index + 1) })),
  };
}

async function page(path: string, response: ServerResponse, dist: string): Promise<void> {
  const name = extname(path) === "" ? "index.html" : path.replaceAll("..", "");
  try {
    const file = await readFile(join(dist, name));
    response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(file);
  } catch {
    response.writeHead(404).end();
  }
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
