import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarRange, CalendarSync, ChevronsRight, CirclePause, MessagesSquare, Repeat } from 'lucide-react'
import { chooseNextPlan } from '#contract/calls/subscriptions'
import type { Subscription } from '#contract/subscriptions'
import { changeOfPlan, isUpwards } from '#domain/payments/plan-change'
import { comparedLesson, lessonsAWeek, pricePerLesson, savingOf } from '#domain/plans/value'
import { isPausedAt } from '#domain/subscriptions/minutes'
import { isPaidPeriod, type PaidPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { toast } from '../../ui/toasts.ts'
import type { PlanOffer } from './queries.ts'

type PlanCardProps = {
  offer: PlanOffer
  period: PaidPeriod
  isPopular: boolean
  /** It is the one that runs. */
  isCurrent: boolean
  /** It can be bought: no plan runs, or the next period can be paid. */
  isFree: boolean
  /** The plan that runs, without a period that is paid already, for which this one can be chosen; null without it. */
  running: Subscription | null
  /** Whether the period after the running plan can only be chosen now, and paid later. */
  isLater: boolean
}

export function PlanCard({ offer, period, isPopular, isCurrent, isFree, running, isLater }: PlanCardProps) {
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
        {plan.pausable && (
          <p className="mt-1 flex items-center gap-2 text-muted text-sm">
            <CirclePause aria-hidden className="size-4 shrink-0" />
            {t('pausable')}
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
      {running && <ChangeNow plan={plan} running={running} />}
      {running && isLater && <ChooseNext plan={plan} period={period} running={running} />}
    </Card>
  )
}

/** A larger plan at once: what is paid today, and what it brings until when (docs/rules/minutes.md 9.9); not while the plan is paused. */
function ChangeNow({ plan, running }: { plan: PlanOffer['plan']; running: Subscription }) {
  const t = useMessages(plans)
  const format = useFormat()
  const words = usePlanWords()
  const now = useNow(60_000)
  const { period } = running
  if (!isPaidPeriod(period) || !isUpwards(running, plan)) return null
  const term = termOf(running)
  if (isPausedAt(term, now)) return null
  const amount = format.money(changeOfPlan({ ...term, period }, plan, now).amount)
  return (
    <div className="mt-auto flex flex-col gap-2 border-line border-t pt-4">
      <p className="text-sm">
        {t('change.text', { amount, minutes: format.duration(plan.weeklyMinutes), end: format.fullDay(term.end) })}
      </p>
      <LinkButton
        to="/checkout/$planId/$period"
        params={{ planId: String(plan.id), period: wordOf(period) }}
        search={{ change: true }}
        wide
        aria-label={t('change.actionOf', { name: words.name(plan.weeklyMinutes), amount })}
      >
        {t('change.action', { amount })}
      </LinkButton>
    </div>
  )
}

/** What comes after the running plan, chosen before it can be paid, and taken back (docs/rules/minutes.md 9.8). */
function ChooseNext({ plan, period, running }: { plan: PlanOffer['plan']; period: PaidPeriod; running: Subscription }) {
  const t = useMessages(plans)
  const words = usePlanWords()
  const client = useQueryClient()
  const isChosen = running.nextPlanId === plan.id && running.nextPeriod === period
  const choice = useMutation({
    mutationFn: () => request(chooseNextPlan, { body: { next: isChosen ? null : { planId: plan.id, period } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.subscription }),
    onError: (error) => toast.error(t('next.failed'), { description: errorText(error) }),
  })
  const name = words.name(plan.weeklyMinutes)
  return (
    <div className="mt-auto flex flex-col gap-2">
      {isChosen && <p className="text-sm">{t('next.chosen', { name, period: words.period(period) })}</p>}
      <Button
        variant="secondary"
        wide
        loading={choice.isPending}
        onClick={() => choice.mutate()}
        aria-label={t(isChosen ? 'next.undoOf' : 'next.chooseOf', { name, period: words.period(period) })}
      >
        {t(isChosen ? 'next.undo' : 'next.choose')}
      </Button>
    </div>
  )
}

/** The row keeps its height without badges, so that neighbouring cards align. */
function PlanBadges({ offer, isPopular, isCurrent }: Omit<PlanCardProps, 'period' | 'isFree' | 'running' | 'isLater'>) {
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
