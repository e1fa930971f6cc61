import { Link } from '@tanstack/react-router'
import type { ServerStats } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Facts } from './facts.tsx'

/** Outgoing messages that have not gone out. */
export function Queue({ sample: { gauges } }: { sample: ServerStats }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const { due = 0, delayed = 0, parked = 0 } = gauges?.queue ?? {}
  return (
    <Facts
      title={t('queue.title')}
      facts={[
        { key: 'due', label: t('queue.due'), value: format.number(due) },
        { key: 'delayed', label: t('queue.delayed'), value: format.number(delayed) },
        { key: 'parked', label: t('queue.parked'), value: format.number(parked) },
      ]}
    >
      <Link to="/inbox" search={{ tab: 'messages' }} className="mt-3 inline-block py-1 font-semibold text-brand-ink">
        {t('queue.undelivered')}
      </Link>
    </Facts>
  )
}
