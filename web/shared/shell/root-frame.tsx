import type { ReactNode } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useFocusOnNavigation } from '../../ui/focus-on-navigation.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { UiRoot } from '../../ui/ui-root.tsx'
import { MaintenanceCover } from './maintenance-cover.tsx'
import { PlatformBanner } from './platform-banner.tsx'

/** What surrounds every screen of both apps: skip link, announcement, toasts, and the cover during maintenance. */
export function RootFrame({ children }: { children: ReactNode }) {
  const t = useMessages(shell)
  useFocusOnNavigation()
  return (
    <UiRoot>
      <SkipLink to="main">{t('skip')}</SkipLink>
      <PlatformBanner />
      {children}
      <MaintenanceCover />
    </UiRoot>
  )
}
