import type { QueryClient } from '@tanstack/react-query'
import { refreshSubscription, writeSignedIn } from '../features/push/shared/device-push.ts'
import { accountId, onTokenChange, token } from '../platform/auth-token.ts'
import { log } from '../platform/log.ts'
import { startKeeping } from '../platform/offline-data.ts'
import { keys } from '../platform/query-keys.ts'
import { viewToken } from '../platform/view-as.ts'
import type { createAppRouter } from './router.ts'
import { keepForOffline } from './service-worker.ts'

type Router = ReturnType<typeof createAppRouter>

/** What the app does once its first screen is seen. */
export function start(router: Router, queryClient: QueryClient): void {
  startKeeping(queryClient)
  if (!('serviceWorker' in navigator)) return
  registerWhenOfUse(queryClient)
  if (viewToken === null) followNotifications(router)
}

/** A guest who looks at a few tutors does not pay for the files of screens that need an account. */
function registerWhenOfUse(queryClient: QueryClient): void {
  const isOfUse = () => token() !== null || navigator.serviceWorker.controller !== null
  const register = async () => {
    await keepForOffline()
    // Without a service worker this device could have no notifications.
    await queryClient.invalidateQueries({ queryKey: keys.push })
  }
  if (isOfUse()) return void register()
  const stop = onTokenChange(() => {
    if (!isOfUse()) return
    stop()
    void register()
  })
}

/** Opens what a notification that was clicked leads to, and keeps them to the account that is signed in. */
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
