import type { QueryClient } from '@tanstack/react-query'
import { accountId, onTokenChange, token } from '../platform/auth-token.ts'
import { log } from '../platform/log.ts'
import { startStoring } from '../platform/offline-data.ts'
import { keys } from '../platform/query-keys.ts'
import { viewToken } from '../platform/view-as.ts'
import type { createAppRouter } from './router.ts'
import { keepForOffline } from './service-worker.ts'
import { refreshSubscription, writeSignedIn } from './settings/device-push.ts'

type Router = ReturnType<typeof createAppRouter>

/**
 * Work that starts after the first screen has been painted.
 * @param app The address of the page's own main script.
 */
export function start(router: Router, queryClient: QueryClient, app: string): void {
  startStoring(queryClient)
  if (!('serviceWorker' in navigator)) return
  registerWhenOfUse(queryClient, app)
  if (viewToken === null) followNotifications(router)
}

/** Guests who only look at a few tutors need not download the files of screens that require an account. */
function registerWhenOfUse(queryClient: QueryClient, app: string): void {
  const isOfUse = () => token() !== null || navigator.serviceWorker.controller !== null
  const register = async () => {
    await keepForOffline(app)
    // Without a service worker this device cannot receive notifications.
    await queryClient.invalidateQueries({ queryKey: keys.push })
  }
  if (isOfUse()) return void register()
  const stop = onTokenChange(() => {
    if (!isOfUse()) return
    stop()
    void register()
  })
}

/** Opens the screen of a clicked notification, and limits notifications to the signed-in account. */
function followNotifications(router: Router): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open === 'string') void router.navigate({ href: data.open })
  })
  const reported = (error: unknown) => log.warning('the notifications of this device were not changed', error)
  const follow = async () => {
    if (accountId() === null) return
    await writeSignedIn()
    await refreshSubscription()
  }
  void follow().catch(reported)
  onTokenChange(() => void follow().catch(reported))
}
