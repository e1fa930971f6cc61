import { KeyRound, Mail } from 'lucide-react'
import { Suspense } from 'react'
import { staffTeam } from '#messages/staff-team'
import { useMessages } from '../../messages/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { InviteList } from './invite-list.tsx'
import type { StaffTab } from './search-params.ts'

const PermissionTable = lazyPart(async () => (await import('./permission-table.tsx')).PermissionTable)

/** Who joins the staff, and what each role may do. */
export function StaffScreen() {
  const t = useMessages(staffTeam)
  const permissions = (
    <Suspense>
      <PermissionTable />
    </Suspense>
  )
  return (
    <TabbedPage<StaffTab>
      title={t('title')}
      label={t('title')}
      tabs={{
        invites: { label: t('tabs.invites'), icon: Mail, content: <InviteList /> },
        permissions: { label: t('tabs.permissions'), icon: KeyRound, content: permissions },
      }}
    />
  )
}
