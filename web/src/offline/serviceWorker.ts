// Service worker: caches the app shell, so that the page opens offline. API responses are cached by the page.

/** Files of the app shell as addresses seen from here, inserted by the build; the page is the first. */
declare const __SHELL__: readonly string[];

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The part of the service worker types in use; the full ones conflict with those of the DOM. */
interface ServiceWorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as ServiceWorkerScope;
const SHELL = __SHELL__.map((name) => new URL(name, worker.location.href).pathname);
const ROOT = SHELL[0]!;
const SHELL_CACHE = `shell-${SHELL.join()}`;
const CACHES = [SHELL_CACHE, "answers"];

worker.addEventListener("install", (event) => {
  const filled = caches.open(SHELL_CACHE).then((store) => store.addAll([...SHELL]));
  event.waitUntil(filled.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const clean = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => !CACHES.includes(name)).map((name) => caches.delete(name))),
    );
  event.waitUntil(clean.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/api/")) return;
  const page = SHELL.includes(pathname) ? pathname : ROOT;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => fromCache(page, request)));
  else if (SHELL.includes(pathname)) event.respondWith(fromCache(pathname, request));
});

async function fromCache(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname)) ?? fetch(request);
}

export {};
