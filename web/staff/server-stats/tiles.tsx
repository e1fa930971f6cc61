import { Activity, Database, Gauge, Mails, TriangleAlert, UsersRound } from 'lucide-react'
import type { ServerStats } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { StatCard } from '../../ui/stat-card.tsx'

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** The present in six figures. */
export function Tiles({ sample }: { sample: ServerStats }) {
  const t = useMessages(serverStats)
  const format = useFormat()
  const { load, requestsPerSecond = 0, points = [], gauges, cpu } = sample
  const [one, five, fifteen] = load.map((value) => format.number(value))
  const failures = points.reduce((all, point) => all + point.failures, 0)
  return (
    <section aria-label={t('tiles.title')}>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 2xl:grid-cols-6">
        <li>
          <StatCard
            icon={Activity}
            label={t('tiles.rate')}
            value={format.number(requestsPerSecond)}
            hint={t('tiles.rateHint')}
          />
        </li>
        <li>
          <StatCard
            icon={Gauge}
            tone="info"
            label={t('tiles.load')}
            value={one}
            hint={t('tiles.loadHint', { five: five ?? '', fifteen: fifteen ?? '' })}
          />
        </li>
        <li>
          <StatCard
            icon={TriangleAlert}
            tone={failures > 0 ? 'danger' : 'success'}
            label={t('tiles.failures')}
            value={format.number(failures)}
            hint={t('tiles.failuresHint')}
          />
        </li>
        <li>
          <StatCard
            icon={Database}
            tone="accent"
            label={t('tiles.database')}
            value={format.percent(cpu * 100)}
            hint={t('tiles.databaseHint', { size: format.number(gauges?.databaseSize ?? 0) })}
          />
        </li>
        <li>
          <StatCard
            icon={Mails}
            tone={gauges && gauges.queue.parked > 0 ? 'warning' : 'brand'}
            label={t('tiles.queue')}
            value={gauges ? format.number(gauges.queue.due + gauges.queue.delayed) : null}
            hint={gauges && t('tiles.queueHint', { parked: gauges.queue.parked })}
          />
        </li>
        <li>
          <StatCard
            icon={UsersRound}
            tone="success"
            label={t('tiles.people')}
            value={gauges ? format.number(gauges.peopleOnline) : null}
            hint={
              gauges && t('tiles.peopleHint', { lessons: gauges.lessonsInProgress, watchers: sum(gauges.subscribers) })
            }
          />
        </li>
      </ul>
    </section>
  )
}
