/// <reference lib="webworker" />

// Keeps the page itself, so that it opens when the network is gone. What the server says is not kept here.

declare const self: ServiceWorkerGlobalScope;

/** The files of the page, written in by the build. */
const SHELL = "__SHELL__" as unknown as readonly string[];
const STORE = `shell-${SHELL.join()}`;
const KEPT = [STORE, "answers"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll([...SHELL]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const clean = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => !KEPT.includes(name)).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/", request)));
  else if (SHELL.includes(pathname)) event.respondWith(kept(pathname, request));
});

async function kept(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname)) ?? fetch(request);
}
