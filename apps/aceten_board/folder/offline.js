// Keeps the folder, so that it works without the net. Each version has a cache of its own, and takes over when somebody wants it.

const VERSION = "{version}";
const FILES = ["{files}"];
const OWN = `aceten ${registration.scope} `; // other folders of the same place have others
const CACHE = OWN + VERSION;
const HEADERS = { "Content-Security-Policy": "{policy}", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)),
  )));
});

addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });

// What is kept is answered as the board's server does; everything else in the folder is not there, and nothing is added to what is kept.
async function answer(request) {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  if (!kept) return fetch(request);
  const headers = new Headers(kept.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(kept.body, { status: kept.status, headers });
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
