/// <reference lib="webworker" />
import { getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { onNotificationClick, onPush } from './notifications.ts'

/**
 * The app's service worker: it opens the app without a network (docs/rules/screens.md 2.8) and shows notifications. It keeps files of
 * the build alone, which are the same for everybody, and nothing that the API answers.
 */
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }
/** Every hashed file of the build. */
declare const BUILD_FILES: readonly string[]

const FILES = 'files'
/** As Workbox keys it; the page of all addresses. */
const SHELL = '/'
/** A network that is there and does not answer must not keep the app closed for longer. */
const PAGE_TIMEOUT_MS = 8000

// Without Workbox's own route: that one would also open the kept page where there is a network.
precache(self.__WB_MANIFEST)

/** A file of an older build is gone; an app with one page for all addresses would answer with that page. */
const isFile = (response: Response): boolean =>
  response.status === 200 && !(response.headers.get('content-type') ?? '').startsWith('text/html')

const visitedFiles = new CacheFirst({
  cacheName: FILES,
  plugins: [{ cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null) }],
})

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async (asked) => (await matchPrecache(asked.url.pathname)) ?? visitedFiles.handle(asked),
)
// Icons have no hash in their names: the kept one is for want of a network.
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
    const kept = await matchPrecache(SHELL)
    if (kept) return kept
    throw error
  }
}

// The newest page from the network; the one that is kept only without it.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !/^\/(?:api|parties|dev)(?:\/|$)/.test(url.pathname),
  ({ event, request }) => page(event as FetchEvent, request),
)

/** Files of older builds; those that are kept for the app to open offline Workbox replaces by itself. */
async function deleteOldFiles(): Promise<void> {
  const cache = await caches.open(FILES)
  const isOld = ({ url }: Request) => !BUILD_FILES.includes(new URL(url).pathname)
  await Promise.all((await cache.keys()).filter(isOld).map((request) => cache.delete(request)))
}

self.addEventListener('activate', (event) => {
  const enablePreload = self.registration.navigationPreload?.enable()
  // What an earlier version kept for the page of a reference number alone.
  event.waitUntil(Promise.all([enablePreload, deleteOldFiles(), caches.delete('reference-page'), self.clients.claim()]))
})

/** The windows whose page is of this version already. */
const windowsOfThisVersion = new Set<string>()

/** Takes over from an older version once no window needs that one's files any more. */
async function takeOver(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.every(({ id }) => windowsOfThisVersion.has(id))) await self.skipWaiting()
}

/** A page names the file of its app and asks whether that is of this version (`app/service-worker.ts`). */
self.addEventListener('message', (event) => {
  const { app } = event.data as { app?: unknown }
  if (typeof app !== 'string' || !(event.source instanceof Client)) return
  const isOfThisVersion = BUILD_FILES.includes(app)
  event.ports[0]?.postMessage(isOfThisVersion)
  if (!isOfThisVersion) return
  windowsOfThisVersion.add(event.source.id)
  event.waitUntil(takeOver())
})

self.addEventListener('push', onPush)
self.addEventListener('notificationclick', onNotificationClick)
