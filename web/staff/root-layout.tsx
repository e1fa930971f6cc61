import { Outlet, useMatches } from '@tanstack/react-router'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../messages/messages.ts'
import { DocumentTitle } from '../platform/document-title.tsx'
import { RootFrame } from '../shared/shell/root-frame.tsx'

export type TitleKey = keyof typeof staffShell.places

/** The layout around every screen. */
export function RootLayout() {
  return (
    <RootFrame>
      <PageTitle />
      <Outlet />
    </RootFrame>
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
