import { Link } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import type { Subscription } from '#contract/subscriptions'
import { localDay } from '#domain/cairo'
import { isPausedAt, minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { frame } from '#messages/frame'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

const ABOUT = 'about-minutes'

/** The minutes left this week and when they renew; without a subscription, a link to the plans. */
export function QuotaMeter() {
  const { data } = useOwnSubscription()
  if (!data) return null
  if (!data.info) return <SeePlans />
  return (
    <Meter
      subscription={data.info}
      remaining={data.remainingWeeklyMinutes}
      carried={data.carriedMinutes}
      toppedUp={data.toppedUpMinutes}
    />
  )
}

function SeePlans() {
  const t = useMessages(frame)
  return (
    <LinkButton to="/plans" variant="secondary" size="sm">
      {t('quota.plans')}
    </LinkButton>
  )
}

type MeterProps = { subscription: Subscription; remaining: number; carried: number; toppedUp: number }

function Meter({ subscription, remaining, carried, toppedUp }: MeterProps) {
  const t = useMessages(frame)
  const format = useFormat()
  const total = subscription.weeklyMinutes
  const own = remaining - carried - toppedUp
  const label = t(subscription.period === PlanPeriod.FreeTrial ? 'quota.trialLabel' : 'quota.label')
  const left = remaining > 0 ? t('quota.remaining', { minutes: format.duration(remaining) }) : t('quota.none')
  return (
    <div className="flex items-center gap-1">
      <div className="w-36 sm:w-56 lg:w-72">
        <p aria-hidden className="flex justify-between gap-2 text-xs md:text-sm">
          <span className="hidden font-semibold sm:inline">{label}</span>
          <span className="text-muted">{left}</span>
        </p>
        <ProgressBar
          value={Math.min(own, total)}
          max={total}
          label={label}
          hideLabel
          tone="accent"
          valueText={t('quota.of', { left, total: format.duration(total) })}
        />
      </div>
      <IconButton icon={Info} label={t('quota.about')} popoverTarget={ABOUT} />
      <div
        id={ABOUT}
        popover="auto"
        className="fixed inset-[4rem_1rem_auto_auto] m-0 max-h-[calc(100dvh-5rem)] max-w-80 rounded-card border border-line bg-surface p-4 text-ink text-sm shadow-raised open:animate-rise md:inset-[4.75rem_auto_auto_auto] md:inset-s-28 lg:inset-s-68"
      >
        <p className="font-semibold">
          {own >= total
            ? t('quota.untouched', { total: format.duration(total) })
            : t('quota.used', { used: format.duration(total - own), total: format.duration(total) })}
        </p>
        <Renewal subscription={subscription} carried={carried} />
        <More isTrial={subscription.period === PlanPeriod.FreeTrial} />
      </div>
    </div>
  )
}

function More({ isTrial }: { isTrial: boolean }) {
  const t = useMessages(frame)
  return (
    <Link
      to={isTrial ? '/plans' : '/payments'}
      className="mt-2 inline-block font-semibold text-brand-ink underline underline-offset-4"
    >
      {t(isTrial ? 'quota.plans' : 'nav.payments')}
    </Link>
  )
}

function Renewal({ subscription, carried }: Pick<MeterProps, 'subscription' | 'carried'>) {
  const t = useMessages(frame)
  const format = useFormat()
  const now = useNow(60_000)
  if (subscription.period === PlanPeriod.FreeTrial) return <p className="mt-1 text-muted">{t('quota.trial')}</p>
  const owner = termOf(subscription)
  const week = minutesWeekOf(owner, now).end
  const renewal = isPausedAt(owner, week) ? (owner.pausedUntil ?? week) : week
  const moment = format.moment(renewal)
  if (isPausedAt(owner, now)) return <p className="mt-1 text-muted">{t('quota.paused', { moment })}</p>
  return (
    <>
      {carried > 0 && <p className="mt-1">{t('quota.carried', { minutes: format.duration(carried), moment })}</p>}
      <p className="mt-1 text-muted">
        {t(subscription.carriesOver ? 'quota.renewsCarrying' : 'quota.renews', {
          weekday: format.weekday(localDay(renewal)),
          moment,
        })}
      </p>
    </>
  )
}
