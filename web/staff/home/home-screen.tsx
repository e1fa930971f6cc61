import { may } from '#domain/permissions'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { FiguresSection } from './figures-section.tsx'
import { LiveQueue } from './live-queue.tsx'
import { Waiting } from './waiting.tsx'

/** The first screen of the dashboard: what waits, and for admins how the marketplace does. */
export function HomeScreen() {
  const t = useMessages(staffHome)
  const me = useMe()
  return (
    <Page>
      <PageHeader title={t('title', { name: displayNameOf(me) })} />
      <Waiting />
      {may('dashboard.figures', me.role) && <FiguresSection />}
      <LiveQueue />
    </Page>
  )
}
