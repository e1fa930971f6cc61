/// <reference lib="webworker" />
import { getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { onNotificationClick, onPush } from './notifications.ts'

/**
 * The app's service worker: it opens the app offline (docs/rules/screens.md 2.8) and shows notifications. It caches only
 * files of the build, which are the same for everybody, and no API answers.
 */
declare const self: ServiceWorkerGlobalScope
const precached = self.__WB_MANIFEST
/** The addresses of this version's files. */
const FILES_OF_THIS_VERSION = new Set(
  precached.map((file) => new URL(typeof file === 'string' ? file : file.url, self.location.href).pathname),
)

const FILES = 'files'
/** The page of all addresses, beside this worker. */
const SHELL = new URL('index.html', self.location.href).pathname
/** A network that does not respond must not block the app for longer. */
const PAGE_TIMEOUT_MS = 8000

// Without Workbox's own route, which would open the cached page even with a network.
precache(precached)

/** A missing file of an older build is answered with the app's page, which must not be cached as a file. */
const isFile = (response: Response): boolean =>
  response.status === 200 && !(response.headers.get('content-type') ?? '').startsWith('text/html')

const visitedFiles = new CacheFirst({
  cacheName: FILES,
  plugins: [{ cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null) }],
})

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:en\/)?assets\//.test(url.pathname),
  async (asked) => (await matchPrecache(asked.url.pathname)) ?? visitedFiles.handle(asked),
)
// Icons have no hash in their names, so the cached one is used only without a network.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin &&
    request.mode !== 'navigate' &&
    url.pathname !== SHELL &&
    getCacheKeyForURL(url.pathname) !== undefined,
  ({ url, request }) => fetch(request).catch(async () => (await matchPrecache(url.pathname)) ?? Response.error()),
)

async function page(event: FetchEvent, request: Request): Promise<Response> {
  const fresh = async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(request)
  const late = new Promise<never>((_, refuse) =>
    setTimeout(() => refuse(new Error('No answer in time')), PAGE_TIMEOUT_MS),
  )
  try {
    return await Promise.race([fresh(), late])
  } catch (error) {
    const cached = await matchPrecache(SHELL)
    if (cached) return cached
    throw error
  }
}

// The page comes from the network; the cached one is used only without it.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !/^\/(?:api|parties|dev)(?:\/|$)/.test(url.pathname),
  ({ event, request }) => page(event as FetchEvent, request),
)

/** Deletes files of older builds; Workbox itself replaces the precached ones. */
async function deleteOldFiles(): Promise<void> {
  const cache = await caches.open(FILES)
  const isOld = ({ url }: Request) => !FILES_OF_THIS_VERSION.has(new URL(url).pathname)
  await Promise.all((await cache.keys()).filter(isOld).map((request) => cache.delete(request)))
}

self.addEventListener('activate', (event) => {
  const enablePreload = self.registration.navigationPreload?.enable()
  // Also removes what an earlier version cached for the page of a reference number.
  event.waitUntil(Promise.all([enablePreload, deleteOldFiles(), caches.delete('reference-page'), self.clients.claim()]))
})

/** The windows whose page already belongs to this version. */
const windowsOfThisVersion = new Set<string>()

/** Activates this version once no window needs the older one's files. */
async function takeOver(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.every(({ id }) => windowsOfThisVersion.has(id))) await self.skipWaiting()
}

/** A page sends the name of its app's file and asks whether it belongs to this version (`app/service-worker.ts`). */
self.addEventListener('message', (event) => {
  const { app } = event.data as { app?: unknown }
  if (typeof app !== 'string' || !(event.source instanceof Client)) return
  const isOfThisVersion = FILES_OF_THIS_VERSION.has(app)
  event.ports[0]?.postMessage(isOfThisVersion)
  if (!isOfThisVersion) return
  windowsOfThisVersion.add(event.source.id)
  event.waitUntil(takeOver())
})

self.addEventListener('push', onPush)
self.addEventListener('notificationclick', onNotificationClick)
