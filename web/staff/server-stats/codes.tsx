import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Facts } from './facts.tsx'

/** Error codes by how often they were answered, the most frequent first. */
export function Codes({ codes }: { codes: Readonly<Record<string, number>> }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const counted = Object.entries(codes).sort(([, one], [, other]) => other - one)
  return (
    <Facts
      title={t('codes.title')}
      facts={counted.map(([code, count]) => ({
        key: code,
        label: (
          <bdi translate="no" dir="ltr" className="font-mono text-sm">
            {code}
          </bdi>
        ),
        value: format.number(count),
      }))}
    >
      {counted.length === 0 && <p className="text-muted">{t('codes.none')}</p>}
    </Facts>
  )
}
