import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DashboardNow } from '#contract/dashboard'
import { type DayRange, type Figures, renewalRate } from '#domain/staff/dashboard-figures'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { rangeText } from '../table/shared/range-text.ts'
import { figureLists, nowLists } from './figure-lists.ts'
import type { StaffAddress } from './kinds.ts'
import { figuresQuery } from './queries.ts'
import { Trend } from './trend.tsx'

/** In the order in which they are shown; of each how many there were, and the list of them. */
const GROUPS = {
  renewal: ['plansEnded', 'renewedEarly', 'renewedByCard', 'renewedLater'],
  change: ['planUpgrades', 'planDowngrades', 'topUps', 'pausesBegun', 'referralsGiven'],
} as const

type PlanLifeProps = { range: DayRange; after: Figures; before: Figures; now: DashboardNow }

/** What became of plans in these days: renewed, changed, paused; each number opens its list (docs/rules/staff.md 2.8). */
export function PlanLife({ range, after, before, now }: PlanLifeProps) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const days = rangeText(range.from, range.to)
  const [rate, was] = [renewalRate(after), renewalRate(before)]
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h3 className="text-base">{t('planLife.title')}</h3>
        {rate !== null && (
          <p className="text-muted text-sm">
            {t('planLife.rate', { share: format.percent(rate) })}{' '}
            {was !== null && <Trend before={was} after={rate} text={format.percent(was)} />}
          </p>
        )}
      </div>
      {Object.entries(GROUPS).map(([group, names]) => (
        <dl key={group} className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
          {names.map((name) => (
            <Figure
              key={name}
              label={t(`planLife.names.${name}`)}
              value={after[name]}
              before={before[name]}
              list={figureLists[name](days)}
            />
          ))}
          {group === 'renewal' && (
            <Figure label={t('planLife.names.paused')} value={now.paused} list={nowLists.paused} />
          )}
          {group === 'change' && (
            <Figure label={t('planLife.names.standing')} value={now.standing} list={nowLists.standing} />
          )}
        </dl>
      ))}
    </Card>
  )
}

type FigureProps = { label: string; value: number; list: StaffAddress; before?: number }

/** A number with its list; those of this moment have none to compare with. */
function Figure({ label, value, list, before }: FigureProps) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const text = format.number(value)
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex flex-col">
        <strong translate="no" className="figures text-lg">
          <Link
            {...list}
            aria-label={t('figures.list', { figure: label, value: text })}
            className="text-brand-ink hover:underline"
          >
            {text}
          </Link>
        </strong>
        {before !== undefined && (
          <span className="text-muted text-xs">{t('planLife.before', { value: format.number(before) })}</span>
        )}
      </dd>
    </div>
  )
}

/** The same beside the figures of each plan. */
export function PlanLifeSection({ range }: { range: DayRange }) {
  const t = useMessages(staffHome)
  const figures = useQuery(figuresQuery(range))
  return (
    <section>
      <SectionHeading title={t('planLife.heading')} text={t('planLife.text')} />
      <QueryView query={figures} loading={<Skeleton className="h-56 rounded-card" />} failedIn={Card}>
        {(data) => <PlanLife range={range} after={data.range.total} before={data.before.total} now={data.now} />}
      </QueryView>
    </section>
  )
}
