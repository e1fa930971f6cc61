import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { attentionOf } from '#domain/staff/dashboard-queue'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { useBroadcast } from '../../platform/broadcast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { queueQuery } from '../home/shared/queue-query.ts'

const AttentionPanel = lazyPart(async () => (await import('../home/shared/attention-panel.tsx')).AttentionPanel)

/** The largest number that is shown; each kind is counted to a hundred. */
const MOST = 99

/** Opens the notification centre and shows how many things need the reader (docs/rules/staff.md 14.2). */
export function AttentionButton() {
  const t = useMessages(staffShell)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(queueQuery)
  useLiveQueue()
  const count = attentionOf(data?.kinds ?? [])
  return (
    <>
      <span className="relative">
        <IconButton
          icon={Bell}
          label={count === 0 ? t('attention.none') : t('attention.some', { count })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
        {count > 0 && (
          <span
            aria-hidden
            className="figures -inset-e-0.5 pointer-events-none absolute top-0 h-5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-on-danger text-xs leading-5"
          >
            {count > MOST ? t('attention.more', { count: MOST }) : t('attention.count', { count })}
          </span>
        )}
      </span>
      <Suspense>{isOpen && <AttentionPanel onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Fetches the queue again on an event that one of its kinds has changed (docs/rules/staff.md 3.6). */
function useLiveQueue(): void {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: queueQuery.queryKey })
  useBroadcast(
    'Staff',
    ({ event }) => {
      if (event === 'StaffQueueUpdated') refetch()
    },
    refetch,
  )
}
