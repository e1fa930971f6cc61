import type { Instant } from '#domain/cairo'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { MinutesView } from './student-home.ts'

/** The remaining minutes, their expiry, and what follows. */
export function MinutesCard({ minutes, now }: { minutes: MinutesView; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { left, carried, toppedUp, total, isTrial, until } = minutes
  const own = Math.min(left - carried - toppedUp, total)
  return (
    <Card padding="lg" className="flex h-full flex-col">
      <h2 className="text-base text-muted">{t(isTrial ? 'minutes.trialTitle' : 'minutes.title')}</h2>
      {left > 0 && (
        <>
          <p className="mt-1 mb-3">
            <strong className="text-2xl">{format.duration(left)}</strong>{' '}
            {carried + toppedUp === 0 && left < total && (
              <span className="text-muted">{t('minutes.of', { total: format.duration(total) })}</span>
            )}
          </p>
          <ProgressBar
            hideLabel
            label={t('minutes.bar')}
            value={own}
            max={total}
            valueText={t('minutes.barText', { left: format.duration(own), total: format.duration(total) })}
          />
        </>
      )}
      {carried > 0 && until !== null && (
        <p className="mt-3 text-sm">
          {t('minutes.carried', { minutes: format.duration(carried), when: format.moment(until) })}
        </p>
      )}
      <p className={left > 0 ? 'mt-3 text-muted text-sm' : 'mt-1'}>
        <Until minutes={minutes} now={now} />
      </p>
    </Card>
  )
}

function Until({
  minutes: { left, until, pausedUntil, isPaused, next, isTrial },
  now,
}: {
  minutes: MinutesView
  now: Instant
}) {
  const t = useMessages(dashboards)
  const format = useFormat()
  if (isTrial || until === null) return t('minutes.trial')
  if (isPaused) return t('minutes.paused', { when: format.nearMoment(until, now) })
  if (pausedUntil !== null && left > 0)
    return t('minutes.untilPause', { when: format.nearMoment(until, now), resumes: format.moment(pausedUntil) })
  const words = { when: format.nearMoment(until, now), minutes: format.duration(next) }
  if (left > 0) return t(next > 0 ? 'minutes.until' : 'minutes.untilLast', words)
  return t(next > 0 ? 'minutes.spent' : 'minutes.spentLast', words)
}
