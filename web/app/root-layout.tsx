import { Outlet, Scripts } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../messages/messages.ts'
import { viewToken } from '../platform/view-as.ts'
import { MaintenanceCover } from '../shared/shell/maintenance-cover.tsx'
import { PlatformBanner } from '../shared/shell/platform-banner.tsx'
import { useFocusOnNavigation } from '../ui/focus-on-navigation.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { UiRoot } from '../ui/ui-root.tsx'
import { AppDialogs } from './dialogs.tsx'
import { PageTitle } from './page-title.tsx'

// Staff alone see it.
const ViewAsBanner = lazy(async () => ({
  default: (await import('./shell/view-as-banner.tsx')).ViewAsBanner,
}))

/** The layout around every screen: title, skip link, toasts and dialogs. */
export function RootLayout() {
  const t = useMessages(shell)
  useFocusOnNavigation()
  return (
    <UiRoot>
      <PageTitle />
      <SkipLink to="main">{t('skip')}</SkipLink>
      <AppDialogs>
        <PlatformBanner />
        <Outlet />
      </AppDialogs>
      {viewToken !== null && (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      )}
      <MaintenanceCover />
      <Hydrated />
      <Scripts />
    </UiRoot>
  )
}

/** Does again what a person has done before React listened (`edge/before-hydration.js`). */
function Hydrated() {
  // Not within the effect, where React hydrates nothing more.
  useEffect(() => {
    setTimeout(() => {
      window.hessaHydrated?.()
      delete window.hessaHydrated
    })
  }, [])
  return null
}

declare global {
  interface Window {
    hessaHydrated?: () => void
  }
}
