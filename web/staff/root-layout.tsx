import { Outlet, useMatches } from '@tanstack/react-router'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../messages/messages.ts'
import { DocumentTitle } from '../platform/document-title.tsx'
import { MaintenanceCover } from '../shared/shell/maintenance-cover.tsx'
import { PlatformBanner } from '../shared/shell/platform-banner.tsx'
import { useFocusOnNavigation } from '../ui/focus-on-navigation.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { UiRoot } from '../ui/ui-root.tsx'

export type TitleKey = keyof typeof staffShell.places

/** The layout around every screen: title, skip link and toasts. */
export function RootLayout() {
  const t = useMessages(staffShell)
  useFocusOnNavigation()
  return (
    <UiRoot>
      <PageTitle />
      <SkipLink to="main">{t('skip')}</SkipLink>
      <PlatformBanner />
      <Outlet />
      <MaintenanceCover />
    </UiRoot>
  )
}

/** Sets the document's title from the route's `staticData`; a screen about a single record may set its own. */
function PageTitle() {
  const t = useMessages(staffShell)
  const key = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return key ? <DocumentTitle text={t('titleOf', { title: t(`places.${key}`) })} /> : null
}
