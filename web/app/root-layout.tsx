import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MaintenanceCover } from '../features/platform-notice/shared/maintenance-cover.tsx'
import { shell } from '../i18n/ar/shell.ts'
import { useMessages } from '../i18n/messages.ts'
import { viewToken } from '../platform/view-as.ts'
import { useFocusOnNavigation } from '../ui/focus-on-navigation.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { UiRoot } from '../ui/ui-root.tsx'
import { AppDialogs } from './dialogs.tsx'
import { PageTitle } from './page-title.tsx'

// Not needed for the first paint, so loaded separately.
const PlatformBanner = lazy(async () => ({
  default: (await import('../features/platform-notice/shared/platform-banner.tsx')).PlatformBanner,
}))
const ViewAsBanner = lazy(async () => ({
  default: (await import('../features/shell/view-as-banner.tsx')).ViewAsBanner,
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
        <Suspense>
          <PlatformBanner />
        </Suspense>
        <Outlet />
      </AppDialogs>
      {viewToken !== null && (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      )}
      <MaintenanceCover />
    </UiRoot>
  )
}
