import { type AnyRouter, type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useCallback, useState } from 'react'
import { shell } from '#messages/shell'
import { ui } from '#messages/ui'
import { useMessages } from '../../messages/messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { isScreenMissing } from './lazy-screen.ts'
import { routerDefaults } from './router-defaults.ts'

/**
 * Stays on the present screen, with what is typed there, when a link leads to one whose code cannot be fetched without a
 * network, and says so (docs/rules/screens.md 2.13).
 */
export function UnopenedScreen() {
  const t = useMessages(shell)
  const words = useMessages(ui)
  const router = useRouter()
  const [unopened, setUnopened] = useState<string | null>(null)
  // Registered once: before the questions of forms, which would be about a navigation that does not take place.
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const isBlocked = !(await isScreenHere(router, next.pathname))
      setUnopened(isBlocked ? next.pathname + router.options.stringifySearch(next.search) : null)
      return isBlocked
    },
    [router],
  )
  useBlocker({ shouldBlockFn, enableBeforeUnload: false })
  if (unopened === null) return null
  return (
    <div className="fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-50 mx-auto max-w-xl rounded-card shadow-raised md:bottom-6">
      <Banner
        announce="alert"
        tone="warning"
        icon={WifiOff}
        title={t('connection.unopened')}
        onClose={() => setUnopened(null)}
        action={<Button onClick={() => router.history.push(unopened)}>{words('retry')}</Button>}
      >
        {t('connection.unopenedText')}
      </Banner>
    </div>
  )
}

/**
 * Fetches the code of the screen at an address. What is not there by the time at which the router shows that a screen is loading
 * counts as on its way.
 * @returns false where there was no network to fetch it.
 */
async function isScreenHere(router: AnyRouter, pathname: string): Promise<boolean> {
  const [routes] = router.getMatchedRoutes(pathname)
  const late = new Promise((resolve) => setTimeout(resolve, routerDefaults.defaultPendingMs))
  await Promise.race([Promise.all(routes.map((route) => router.loadRouteChunk(route))), late])
  return !routes.some(({ options }) => isScreenMissing(options.component))
}
