// The service worker: it keeps the page at hand for when there is no network. With a network
// everything comes from there, so no page is older than its server. It caches files whose addresses
// name their content, and no messages.
"use strict";

const KEPT = "page"; // one cache: a newer page replaces the older one

self.addEventListener("install", (e) => e.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));

// keep stores the page with the files that it names, and drops all others.
async function keep(page) {
  const answer = page || (await fetch("/", { cache: "no-cache" }));
  const files = [...(await answer.clone().text()).matchAll(/"(\/web\/[\w.-]+\?\w+)"/g)].map((m) => m[1]);
  const cache = await caches.open(KEPT);
  await cache.addAll([...new Set([...files, "/web/icon.svg"])]);
  await cache.put("/", answer);
  for (const r of await cache.keys()) {
    const { pathname, search } = new URL(r.url);
    if (pathname !== "/" && pathname !== "/web/icon.svg" && !files.includes(pathname + search)) await cache.delete(r);
  }
}

self.addEventListener("fetch", (e) => {
  const { origin, pathname } = new URL(e.request.url);
  if (e.request.method !== "GET" || origin !== location.origin) return;
  if (e.request.mode === "navigate" && /^\/($|daily$|table\/|play\/)/.test(pathname)) e.respondWith(navigate(e));
  else if (/^\/web\/[\w-]+\.\w+$/.test(pathname)) e.respondWith(fetch(e.request).catch(async () => (await caches.match(e.request)) || Response.error()));
});

// navigate gets the page, or the kept one without a network.
async function navigate(e) {
  try {
    const answer = await fetch(e.request);
    if (answer.ok && new URL(e.request.url).pathname === "/") e.waitUntil(keep(answer.clone()).catch(() => {}));
    return answer;
  } catch {
    return (await caches.match("/")) || Response.error();
  }
}

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  e.waitUntil(self.clients.matchAll({ type: "window" }).then((all) => (all[0] ? all[0].focus() : self.clients.openWindow("/"))));
});
