import { useQueryClient } from '@tanstack/react-query'
import { Flag, MailWarning, MessageCircleQuestion } from 'lucide-react'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { useBroadcast } from '../../platform/broadcast.ts'
import { keys } from '../../platform/query-keys.ts'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { MessageList } from './message-list.tsx'
import { ContactList, ReportList } from './record-list.tsx'
import type { InboxTab } from './search-params.ts'

/** Messages from users, and messages that were not delivered to them. */
export function InboxScreen() {
  const t = useMessages(staffInbox)
  useInboxEvents()
  return (
    <TabbedPage<InboxTab>
      title={t('title')}
      label={t('tabsLabel')}
      tabs={{
        reports: { label: t('tabs.reports'), icon: Flag, content: <ReportList /> },
        contact: { label: t('tabs.contact'), icon: MessageCircleQuestion, content: <ContactList /> },
        messages: { label: t('tabs.messages'), icon: MailWarning, content: <MessageList /> },
      }}
    />
  )
}

const QUEUES: readonly string[] = ['reports', 'contact-requests', 'messages']

/** Fetches the inbox again when somebody writes to us, or another admin works on it. */
function useInboxEvents(): void {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: keys.inbox })
  useBroadcast(
    'Staff',
    (frame) => {
      if (frame.event === 'StaffQueueUpdated' && QUEUES.includes(frame.payload.queue)) refetch()
    },
    refetch,
  )
}
