import { useNavigate, useSearch } from '@tanstack/react-router'
import { Mail, UserCheck } from 'lucide-react'
import { staffPlanInvites } from '#messages/staff-plan-invites'
import { useMessages } from '../../messages/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { EmailInviteList } from './email-invite-list.tsx'
import { INVITE_TABS } from './search-params.ts'
import { StudentInviteList } from './student-invite-list.tsx'

const LISTS = { students: StudentInviteList, emails: EmailInviteList } as const
const ICONS = { students: UserCheck, emails: Mail } as const

/** Who may buy the plans that are for invites only: students, and addresses that have no account yet. */
export function PlanInvitesScreen() {
  const t = useMessages(staffPlanInvites)
  const { tab = 'students' } = useSearch({ from: '/shell/plan-invites' })
  const navigate = useNavigate({ from: '/plan-invites' })
  const List = LISTS[tab]
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
        tabs={INVITE_TABS.map((value) => ({ value, label: t(`tabs.${value}`), icon: ICONS[value] }))}
      >
        <List />
      </Tabs>
    </Page>
  )
}
