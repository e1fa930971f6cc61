// Opens the page of a reference number without a network: at a till there often is none. It sees `/reference/…` alone.
const KEPT = 'reference-page'
const SHELL = '/reference/'

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The checkout says which files the page is made of; those of an older build are not needed any more. */
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

async function keep(addresses) {
  const cache = await caches.open(KEPT)
  const wanted = addresses.map((address) => new URL(address, self.location.origin).href)
  for (const request of await cache.keys()) if (!wanted.includes(request.url)) await cache.delete(request)
  const missing = []
  for (const address of wanted) if (address.endsWith(SHELL) || !(await cache.match(address))) missing.push(address)
  await cache.addAll(missing)
}

async function page(request) {
  const cache = await caches.open(KEPT)
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await cache.put(SHELL, fresh.clone())
    return fresh
  } catch (error) {
    const kept = await cache.match(SHELL)
    if (kept) return kept
    throw error
  }
}

/** Files never change under their names. */
async function file(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone())
  return fresh
}
