import { CalendarPlus, Hourglass } from 'lucide-react'
import { fromIso, type Instant } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StepCard } from './step-card.tsx'

/** The next step of a student without a booked lesson: book, or wait for the minutes to renew. */
export function StudentNextStep({ now }: { now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { data, isPending } = useOwnSubscription()
  if (isPending) return <Skeleton className="h-44 rounded-card" />
  const info = data?.info ?? null
  const left = data?.remainingWeeklyMinutes ?? 0
  const isTrial = info?.period === PlanPeriod.FreeTrial
  if (left >= SHORTEST_LESSON) {
    const minutes = format.duration(left)
    const text = t(isTrial ? 'next.bookTrialText' : 'next.bookText', { minutes })
    const action = (
      <LinkButton to="/tutors" variant="accent" size="lg">
        {t('next.bookAction')}
      </LinkButton>
    )
    return <StepCard icon={CalendarPlus} title={t('next.book')} text={text} action={action} />
  }
  if (!info || isTrial) {
    const action = (
      <LinkButton to="/plans" variant="accent" size="lg">
        {t('next.plans')}
      </LinkButton>
    )
    return <StepCard icon={Hourglass} title={t('next.noBalance')} text={t('next.noBalanceText')} action={action} />
  }
  const { end } = minutesWeekOf({ period: info.period, start: fromIso(info.start), end: fromIso(info.end) }, now)
  const action = (
    <LinkButton to="/tutors" variant="accent">
      {t('next.seeTutors')}
    </LinkButton>
  )
  const text = t('next.spentText', { renewal: format.nearMoment(end, now) })
  return <StepCard icon={Hourglass} title={t('next.spent')} text={text} action={action} />
}
