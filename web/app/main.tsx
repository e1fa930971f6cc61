import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { wallTime } from '#domain/cairo'
import { shell } from '../i18n/ar/shell.ts'
import { messagesOf } from '../i18n/messages.ts'
import { followAccountChanges } from '../platform/account-changes.ts'
import { ACCOUNT_STORAGE } from '../platform/account-storage.ts'
// First, before the router changes the address.
import '../platform/arrival.ts'
import { onTokenChange, token } from '../platform/auth-token.ts'
import { formLeft, keepServerNodes } from '../platform/first-drawing.tsx'
import { takeInitialData } from '../platform/initial-data.ts'
import { logUncaught } from '../platform/log.ts'
import { createQueryClient } from '../platform/query-client.ts'
import { writeSignedInHint } from '../platform/signed-in-hint.ts'
import { toast } from '../ui/toasts.ts'
import { createAppRouter } from './router.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

logUncaught()
const hint = () => writeSignedInHint(token() !== null)
onTokenChange(hint)
hint()
const screens = {
  openSignIn: () => router.navigate({ to: '/login', replace: true }),
  invalidate: () => router.invalidate(),
}
followAccountChanges(screens, queryClient, (cause) => {
  const t = messagesOf(shell)
  toast.info(t(`session.${cause}`), { id: 'session', description: t(`session.${cause}Text`) })
})

/** By then the first screen is shown, and later work does not delay it. */
const AFTER_PAINT_MS = 3000

/** Whether an account is or was signed in on this device. Other guests do not download the offline data code. */
async function hasHadAccount(): Promise<boolean> {
  if (token() !== null || navigator.serviceWorker?.controller) return true
  if (Object.values(ACCOUNT_STORAGE).some((key) => localStorage.getItem(key) !== null)) return true
  return (await indexedDB.databases()).length > 0
}

async function startAfterPaint(): Promise<void> {
  const { start } = await import('./after-paint.ts')
  start(router, queryClient)
}

// In development the files change, and a service worker would serve old ones.
if (import.meta.env.PROD) {
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

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container)
const isRendered = takeInitialData(queryClient)

const nextTask = () => new Promise((done) => setTimeout(done))

/**
 * Fetches the screen's code, and meanwhile does part of the first render's work in separate tasks, between which the
 * browser handles input.
 */
async function prepareScreen(): Promise<void> {
  await nextTask()
  const loaded = router.load()
  await nextTask()
  // The first use of `Intl` loads the data of all languages, which takes as long as rendering.
  wallTime(Date.now())
  await loaded
  await nextTask()
  await formLeft()
  keepServerNodes()
}

/**
 * The page may be server-rendered: its screen stays until the screen's code has loaded, and while the user is writing in
 * its form.
 */
async function start(): Promise<void> {
  // An empty page shows a loading state immediately.
  if (isRendered) await prepareScreen()
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
void start()
