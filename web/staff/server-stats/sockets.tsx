import type { ServerStats } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Facts } from './facts.tsx'

/** The current connections (docs/rules/staff.md 7.6). */
export function Sockets({ sample: { gauges } }: { sample: ServerStats }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const rooms = Object.entries(gauges?.subscribers ?? {}).map(([room, count]) => ({
    key: room,
    label: (
      <bdi translate="no" dir="ltr" className="font-mono text-sm">
        {room}
      </bdi>
    ),
    value: format.number(count),
  }))
  return (
    <Facts
      title={t('sockets.title')}
      text={t('sockets.text')}
      facts={[
        { key: 'people', label: t('sockets.people'), value: format.number(gauges?.peopleOnline ?? 0) },
        { key: 'lessons', label: t('sockets.lessons'), value: format.number(gauges?.lessonsInProgress ?? 0) },
        ...rooms,
      ]}
    />
  )
}
