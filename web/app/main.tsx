import { RouterProvider } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ACCOUNT_STORAGE } from '../platform/account-storage.ts'
import { loadFrame } from './shell/shell-layout.tsx'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { onTokenChange, token } from '../platform/auth-token.ts'
import type { FirstRender } from '../platform/first-render.ts'
import { logUncaught } from '../platform/log.ts'
import { measureVisit } from '../platform/measure-visit.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { writeSignedInHint } from '../platform/signed-in-hint.ts'
import { surviveTranslation } from '../platform/translated-page.ts'
import { followAccountChanges } from '../shared/shell/account-changes.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.ts'
import './app.css'
import { deviceStorage } from '../platform/storage.ts'

const queryClient = createQueryClient()
const first: FirstRender = { preferences: '', at: null, path: null }
const router = createAppRouter(queryClient, first)
router.subscribe('onBeforeNavigate', () => {
  first.at = null
})

logUncaught()
surviveTranslation()
const hint = () => writeSignedInHint(token() !== null)
onTokenChange(hint)
hint()
followAccountChanges(router, queryClient)

/** By then the first screen is shown, and later work does not delay it. */
const AFTER_PAINT_MS = 3000

/** Whether an account is or was signed in on this device. Other guests do not download the offline data code. */
async function hasHadAccount(): Promise<boolean> {
  if (token() !== null || navigator.serviceWorker?.controller) return true
  if (Object.values(ACCOUNT_STORAGE).some((key) => deviceStorage.get(key) !== null)) return true
  return (await indexedDB.databases()).length > 0
}

async function startAfterPaint(): Promise<void> {
  const { start } = await import('./after-paint.ts')
  start(router, queryClient, new URL(import.meta.url).pathname)
}

// In development the files change, and a service worker would serve old ones.
if (import.meta.env.PROD) {
  measureVisit('app')
  let isWanted = token() !== null
  let hasStarted = false
  const startIfWanted = () => {
    if (!isWanted || hasStarted) return
    hasStarted = true
    void startAfterPaint().catch(() => undefined)
  }
  setTimeout(async () => {
    // Throws if the browser forbids databases, in which case there are none.
    isWanted ||= await hasHadAccount().catch(() => false)
    startIfWanted()
    onTokenChange(startIfWanted)
  }, AFTER_PAINT_MS)
  onTokenChange(() => {
    isWanted = true
  })
}

// An account's screen is fetched beside the account itself, which its route waits for.
if (token() !== null) {
  void loadFrame(true).catch(() => undefined)
  const [routes] = router.getMatchedRoutes(window.location.pathname)
  // A failed download is reported where the route is loaded.
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
}

function showApp(): void {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  // The edge renders a guest's page only: whoever is signed in here, without its cookie, gets a page of their own.
  if (window.$_TSR && token() === null)
    hydrateRoot(
      container,
      <App queryClient={queryClient} first={first}>
        <RouterClient router={router} />
      </App>,
    )
  else
    createRoot(container).render(
      <App queryClient={queryClient} first={first}>
        <RouterProvider router={router} />
      </App>,
    )
}

// On a slow network the app may be there before the end of the page that the edge has rendered.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showApp)
else showApp()
