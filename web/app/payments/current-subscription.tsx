import { useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { priceOfTopUp, TOP_UP_SIZES, topUpEnd } from '#domain/payments/top-up'
import { isPausedAt, minutesWeekOf } from '#domain/subscriptions/minutes'
import { hasPause } from '#domain/subscriptions/pauses'
import { isPaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { pause as pauseWords } from '#messages/pause'
import { payments } from '#messages/payments'
import { renewal as renewalWords } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { type Renewal, renewalOf, termOf } from '../../shared/plans/renewal.ts'
import { publicSettingsQuery } from '../../shared/shell/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { QuietNote } from '../../ui/quiet-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { orderQuery, planQuery } from './shared/order-queries.ts'
import { PauseNote } from './shared/pause-note.tsx'
import { RenewalNote } from './shared/renewal-note.tsx'

const PauseDialog = lazyPart(async () => (await import('./pause-dialogs.tsx')).PauseDialog)

const CancelDialog = lazyPart(async () => (await import('./cancel-subscription-dialog.tsx')).CancelSubscriptionDialog)

/** The current subscription: minutes left, renewal, end and what happens then; and the next period. */
export function CurrentSubscription() {
  const now = useNow(60_000)
  return (
    <QueryView query={useOwnSubscription()} loading={<Skeleton className="h-64 rounded-card" />}>
      {({ info, waiting, remainingWeeklyMinutes, carriedMinutes, toppedUpMinutes }) => (
        <>
          {info && <PauseNote subscription={info} waiting={waiting} now={now} />}
          {info ? (
            <SubscriptionCard
              subscription={info}
              waiting={waiting}
              renewal={renewalOf({ info, waiting }, now)}
              remaining={remainingWeeklyMinutes}
              carried={carriedMinutes}
              toppedUp={toppedUpMinutes}
            />
          ) : (
            !waiting && <NoSubscription />
          )}
          <NextPeriod renewal={renewalOf({ info, waiting }, now)} now={now} />
        </>
      )}
    </QueryView>
  )
}

function NoSubscription() {
  const t = useMessages(payments)
  const action = <LinkButton to="/plans">{t('current.plans')}</LinkButton>
  return <QuietNote icon={Tags} text={`${t('current.none')}. ${t('current.noneText')}`} action={action} />
}

/** The period after the plan, which can be paid, or cancelled until it begins (docs/rules/minutes.md 6.1, 6.5). */
function NextPeriod({ renewal, now }: { renewal: Renewal | null; now: Instant }) {
  const t = useMessages(renewalWords)
  const [isCanceling, setCanceling] = useState(false)
  if (renewal === null || renewal.state === 'later') return null
  const next = renewal.state === 'paid' ? renewal.next : null
  const action = next && (
    <Button variant="danger-ghost" size="sm" onClick={() => setCanceling(true)}>
      {t('paid.cancel')}
    </Button>
  )
  return (
    <>
      <RenewalNote renewal={renewal} now={now} hidesOrder action={action} />
      <Suspense>
        {isCanceling && next && next.txId !== null && (
          <CancelDialog subscription={next} txId={next.txId} onClose={() => setCanceling(false)} />
        )}
      </Suspense>
    </>
  )
}

type SubscriptionCardProps = {
  subscription: Subscription
  waiting: Subscription | null
  renewal: Renewal | null
  remaining: number
  carried: number
  toppedUp: number
}

function SubscriptionCard({ subscription, waiting, renewal, remaining, carried, toppedUp }: SubscriptionCardProps) {
  const t = useMessages(payments)
  const format = useFormat()
  const isTrial = subscription.period === PlanPeriod.FreeTrial
  const total = subscription.weeklyMinutes
  const own = Math.min(remaining - carried - toppedUp, total)
  const left = t('current.leftOf', { left: format.duration(own), total: format.duration(total) })
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <Name subscription={subscription} />
      <ProgressBar
        value={own}
        max={total}
        tone="accent"
        label={t(isTrial ? 'current.leftOfGift' : 'current.left')}
        valueText={left}
      />
      {isTrial ? (
        <p className="text-muted">{t('current.trialText')}</p>
      ) : (
        <Dates subscription={subscription} renewal={renewal} carried={carried} toppedUp={toppedUp} />
      )}
      <Ways subscription={subscription} />
      <MoreMinutes subscription={subscription} />
      <Pause subscription={subscription} waiting={waiting} />
    </Card>
  )
}

function Name({ subscription: { period, planId, weeklyMinutes, txId } }: { subscription: Subscription }) {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const { data: order } = useQuery({ ...orderQuery(txId ?? 0), enabled: txId !== null })
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <p className="text-muted text-sm">{t('current.title')}</p>
        <h2 className="text-xl sm:text-2xl">{isPaidPeriod(period) ? words.name(weeklyMinutes) : t('current.trial')}</h2>
        {isPaidPeriod(period) && order?.planId === planId && (
          <p className="mt-1 text-muted">
            {t('current.bought', { period: words.period(period), amount: format.money(order.amount) })}
          </p>
        )}
      </div>
      <Badge tone="success">{t('current.active')}</Badge>
    </div>
  )
}

function Dates({ subscription, renewal, carried, toppedUp }: Omit<SubscriptionCardProps, 'waiting' | 'remaining'>) {
  const t = useMessages(payments)
  const after = useAfterText(subscription, renewal)
  const format = useFormat()
  const now = useNow(60_000)
  const end = fromIso(subscription.end)
  const owner = termOf(subscription)
  const week = minutesWeekOf(owner, now).end
  // The minutes of a paused week come after the pause.
  const turn = isPausedAt(owner, week) ? (owner.pausedUntil ?? week) : week
  const renews =
    turn >= end
      ? t('current.lastWeek')
      : t('current.renewsOn', { weekday: format.weekday(localDay(turn)), moment: format.moment(turn) })
  return (
    <dl className="grid gap-3 sm:grid-cols-[auto_1fr] sm:gap-x-6">
      {carried > 0 && (
        <Entry
          label={t('current.carried')}
          value={t('current.carriedText', { minutes: format.duration(carried), moment: format.moment(turn) })}
        />
      )}
      {toppedUp > 0 && (
        <Entry
          label={t('current.bonus')}
          value={t('current.bonusText', {
            minutes: format.duration(toppedUp),
            moment: format.moment(topUpEnd(owner, now)),
          })}
        />
      )}
      <Entry label={t('current.renews')} value={renews} />
      <Entry label={t('current.ends')} value={format.fullDay(end)} />
      <Entry label={t('current.next')} value={after} />
    </dl>
  )
}

/** What comes after the plan. */
function useAfterText({ nextPlanId, nextPeriod }: Subscription, renewal: Renewal | null): string {
  const t = useMessages(renewalWords)
  const format = useFormat()
  const words = usePlanWords()
  const { data: plan } = useQuery({ ...planQuery(nextPlanId ?? 0), enabled: nextPlanId !== null })
  const chosen =
    plan && nextPeriod !== null
      ? `${t('chosen', { name: words.name(plan.weeklyMinutes), period: words.period(nextPeriod) })} `
      : ''
  if (renewal?.state === 'paid') {
    const { next, begins } = renewal
    const period = isPaidPeriod(next.period) ? words.period(next.period) : ''
    return t('paid.text', { name: words.name(next.weeklyMinutes), period, begins: format.moment(begins) })
  }
  if (renewal?.state !== 'later') return `${chosen}${t('afterOpen')}`
  return `${chosen}${t('afterLater')} ${t('later', { day: format.fullDay(renewal.from) })}`
}

function Entry({ label, value }: { label: string; value: string }) {
  return (
    <div className="contents max-sm:block">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

/** Minutes in addition to those of the plan: each with its price and until when it lasts (docs/rules/minutes.md 8.1). */
function MoreMinutes({ subscription }: { subscription: Subscription }) {
  const t = useMessages(payments)
  const format = useFormat()
  const now = useNow(60_000)
  const { data: prices } = useQuery(publicSettingsQuery)
  const { planId, period } = subscription
  const owner = termOf(subscription)
  if (planId === null || !isPaidPeriod(period) || !prices || isPausedAt(owner, now)) return null
  const sold = TOP_UP_SIZES.filter((minutes) => priceOfTopUp(minutes, prices) > 0)
  if (sold.length === 0) return null
  const until = topUpEnd(owner, now)
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <div>
        <h3 className="text-base">{t('current.more')}</h3>
        <p className="mt-1 text-muted text-sm">{t('current.moreText', { moment: format.moment(until) })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {sold.map((minutes) => (
          <LinkButton
            key={minutes}
            to="/checkout/$planId/$period"
            params={{ planId: String(planId), period: wordOf(period) }}
            search={{ minutes }}
            variant="secondary"
          >
            {t('current.moreOf', {
              minutes: format.duration(minutes),
              amount: format.money(priceOfTopUp(minutes, prices)),
            })}
          </LinkButton>
        ))}
      </div>
    </section>
  )
}

/** Pausing the plan, where it includes that and no pause comes or lasts (docs/rules/minutes.md 10.1). */
function Pause({ subscription, waiting }: Pick<SubscriptionCardProps, 'subscription' | 'waiting'>) {
  const t = useMessages(pauseWords)
  const now = useNow(60_000)
  const [isPausing, setPausing] = useState(false)
  if (!subscription.pausable || hasPause(termOf(subscription), now)) return null
  return (
    <section className="flex flex-col items-start gap-3 border-line border-t pt-5">
      <p className="text-muted text-sm">{t('hint')}</p>
      <Button variant="secondary" onClick={() => setPausing(true)}>
        {t('action')}
      </Button>
      <Suspense>
        {isPausing && <PauseDialog subscription={subscription} waiting={waiting} onClose={() => setPausing(false)} />}
      </Suspense>
    </section>
  )
}

function Ways({ subscription }: { subscription: Subscription }) {
  const t = useMessages(payments)
  const [isCanceling, setCanceling] = useState(false)
  const { txId } = subscription
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/tutors">{t('current.book')}</LinkButton>
      {txId === null ? (
        <LinkButton to="/plans" variant="secondary">
          {t('current.plans')}
        </LinkButton>
      ) : (
        <>
          <LinkButton to="/plans" variant="secondary">
            {t('current.change')}
          </LinkButton>
          <Button variant="danger-ghost" onClick={() => setCanceling(true)}>
            {t('current.cancel')}
          </Button>
        </>
      )}
      <Suspense>
        {isCanceling && txId !== null && (
          <CancelDialog subscription={subscription} txId={txId} onClose={() => setCanceling(false)} />
        )}
      </Suspense>
    </div>
  )
}
