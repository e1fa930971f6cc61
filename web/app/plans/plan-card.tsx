import { clsx } from 'clsx'
import { CalendarRange, CalendarSync, ChevronsRight, MessagesSquare, Repeat } from 'lucide-react'
import { comparedLesson, lessonsAWeek, pricePerLesson, savingOf } from '#domain/plans/value'
import { type PaidPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { PlanOffer } from './queries.ts'

type PlanCardProps = {
  offer: PlanOffer
  period: PaidPeriod
  isPopular: boolean
  /** It is the one that runs. */
  isCurrent: boolean
  /** It can be bought: no plan runs, or the next period can be paid. */
  isFree: boolean
}

export function PlanCard({ offer, period, isPopular, isCurrent, isFree }: PlanCardProps) {
  const t = useMessages(plans)
  const words = usePlanWords()
  const { plan } = offer
  const name = words.name(plan.weeklyMinutes)
  const isMarked = isCurrent || (isPopular && isFree)
  return (
    <Card padding="lg" className={clsx('flex w-full flex-col gap-4', isMarked && 'border-brand ring-1 ring-brand')}>
      <PlanBadges offer={offer} isPopular={isPopular} isCurrent={isCurrent} />
      <div>
        <h2 className="text-xl">{name}</h2>
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <MessagesSquare aria-hidden className="size-4 shrink-0" />
          {t('lessons', lessonsAWeek(plan.weeklyMinutes))}
        </p>
        <p className="mt-1 flex items-center gap-2 text-muted text-sm">
          <CalendarRange aria-hidden className="size-4 shrink-0" />
          {t('allowance', { lessons: plan.maxUpcomingLessons, weeks: plan.bookingWeeks })}
        </p>
        {plan.carriesOver && (
          <p className="mt-1 flex items-center gap-2 text-muted text-sm">
            <ChevronsRight aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
            {t('carriesOver')}
          </p>
        )}
        {plan.standingTimes && (
          <p className="mt-1 flex items-center gap-2 text-muted text-sm">
            <Repeat aria-hidden className="size-4 shrink-0" />
            {t('standingTimes')}
          </p>
        )}
      </div>
      <Price plan={plan} period={period} />
      {isFree && (
        <LinkButton
          to="/checkout/$planId/$period"
          params={{ planId: String(plan.id), period: wordOf(period) }}
          size="lg"
          wide
          variant={isPopular ? 'primary' : 'secondary'}
          className="mt-auto"
          aria-label={t('chooseOf', { name, period: words.period(period) })}
        >
          {t('choose')}
        </LinkButton>
      )}
    </Card>
  )
}

/** The row keeps its height without badges, so that neighbouring cards align. */
function PlanBadges({ offer, isPopular, isCurrent }: Omit<PlanCardProps, 'period' | 'isFree'>) {
  const t = useMessages(plans)
  const format = useFormat()
  const { invite } = offer
  const until = invite?.expiresAt ? t('invitedUntil', { day: format.day(invite.expiresAt - 1) }) : t('invitedText')
  return (
    <div className="-mb-1 flex min-h-7 flex-wrap items-center gap-2 empty:max-md:hidden">
      {isCurrent && <Badge tone="success">{t('current')}</Badge>}
      {isPopular && !isCurrent && <Badge tone="accent">{t('popular')}</Badge>}
      {invite && (
        <>
          <Badge tone="info">{t('invited')}</Badge>
          <span className="text-muted text-sm">{until}</span>
        </>
      )}
    </div>
  )
}

function Price({ plan, period }: { plan: PlanOffer['plan']; period: PaidPeriod }) {
  const t = useMessages(plans)
  const format = useFormat()
  const words = usePlanWords()
  const { full, saved } = savingOf(plan, period)
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="figures text-3xl leading-tight">{format.money(priceOfPeriod(plan, period))}</strong>
        {saved > 0 && <s className="figures text-muted">{t('was', { amount: format.money(full) })}</s>}
      </p>
      <p className="text-muted text-sm">{t('once', { period: words.period(period), weeks: words.weeks(period) })}</p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        <CalendarSync aria-hidden className="size-4 shrink-0 text-brand-ink" />
        <span translate="no" className="figures font-semibold">
          {t('perLesson', {
            amount: format.money(pricePerLesson(plan, period)),
            minutes: comparedLesson(plan.weeklyMinutes),
          })}
        </span>
        {saved > 0 && <Badge tone="success">{t('saves', { amount: format.money(saved) })}</Badge>}
      </p>
    </div>
  )
}
