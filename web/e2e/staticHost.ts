import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve } from "node:path";

export interface WebHost {
  readonly address: string;
  close(): void;
}

const SITE = resolve("dist-site");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** A plain web host that has the site in a folder. */
export async function hostSite(folder: string): Promise<WebHost> {
  if (!existsSync(join(SITE, "index.html"))) throw new Error(`there is no ${SITE}: npm run site`);
  return hostFolder(SITE, folder);
}

/** A plain web host that has files in a folder: no headers but the media type, no knowledge of `.wasm`. */
export async function hostFolder(
  files: string,
  folder: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebHost> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : "/none";
    const path = join(files, inside.endsWith("/") ? `${inside}index.html` : inside);
    const isFile = path.startsWith(files) && existsSync(path) && statSync(path).isFile();
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response.writeHead(isFile ? 200 : 404, { ...headers, "content-type": isFile ? type : "text/html" });
    const notFound = join(files, "404.html");
    if (isFile || existsSync(notFound)) createReadStream(isFile ? path : notFound).pipe(response);
    else response.end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${folder}`, close: () => server.close() };
}
