import { useNavigate, useSearch } from '@tanstack/react-router'
import { Flag, MailWarning, MessageCircleQuestion } from 'lucide-react'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MessageList } from './message-list.tsx'
import { ContactList, ReportList } from './record-list.tsx'
import { INBOX_TABS } from './search-params.ts'
import { useInboxEvents } from './use-inbox-events.ts'

const LISTS = { reports: ReportList, contact: ContactList, messages: MessageList } as const
const ICONS = { reports: Flag, contact: MessageCircleQuestion, messages: MailWarning } as const

/** Messages from users, and messages that were not delivered to them. */
export function InboxScreen() {
  const t = useMessages(staffInbox)
  const { tab = 'reports' } = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate({ from: '/inbox' })
  useInboxEvents()
  const List = LISTS[tab]
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('tabsLabel')}
        value={tab}
        // Every tab has its own filters, so none are kept.
        onChange={(next) => void navigate({ search: { tab: next } })}
        tabs={INBOX_TABS.map((value) => ({ value, label: t(`tabs.${value}`), icon: ICONS[value] }))}
      >
        <List />
      </Tabs>
    </Page>
  )
}
