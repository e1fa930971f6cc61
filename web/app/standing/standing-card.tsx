import { CalendarCheck, CalendarClock, CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import type { StandingTime } from '#contract/standing-times'
import { fromIso, type Instant } from '#domain/cairo'
import { endAfterNotice } from '#domain/lessons/standing-times'
import { standing } from '#messages/standing'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAnswer, useEnd } from './standing-times.ts'
import { useWeeklyText } from './use-weekly-text.ts'

const TONES = {
  asked: 'warning',
  accepted: 'success',
  declined: 'neutral',
  lapsed: 'neutral',
  ended: 'neutral',
} as const
const ICONS = { reserved: CalendarClock, booked: CalendarCheck, off: CalendarX2 } as const

type StandingCardProps = { one: StandingTime; isTutor: boolean; now: Instant }

/** One standing time: with whom and when, how it stands, its coming weeks, and what can be done. */
export function StandingCard({ one, isTutor, now }: StandingCardProps) {
  const t = useMessages(standing)
  const format = useFormat()
  const weeklyText = useWeeklyText()
  const name = shownName(isTutor ? one.student : one.tutor) ?? ''
  const time = weeklyText(one)
  const isOpen = one.state === 'asked' || one.state === 'accepted'
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-lg">{t('length', { time, duration: format.duration(one.duration) })}</h2>
          <bdi translate="no" className="text-muted">
            {name}
          </bdi>
        </div>
        <Badge tone={TONES[one.state]}>{t(`states.${one.state}`)}</Badge>
      </div>
      <StateText one={one} now={now} />
      {one.weeks.length > 0 && (
        <section>
          <h3 className="text-base">{t('weeks')}</h3>
          <ul className="mt-1 flex flex-col gap-1.5">
            {one.weeks.map(({ day, start, state, why }) => {
              const Glyph = ICONS[state]
              return (
                <li key={day} className="flex items-start gap-2 text-sm">
                  <Glyph aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
                  <span>
                    {t(why ? 'weekLineWhy' : 'weekLine', {
                      when: format.capital(format.nearMoment(fromIso(start), now)),
                      state: t(`weekStates.${state}`),
                      why: why ? t(`whys.${why}`) : '',
                    })}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {one.state === 'asked' && isTutor && <Answer one={one} name={name} time={time} />}
      {isOpen && !(isTutor && one.state === 'asked') && <End one={one} name={name} now={now} />}
    </Card>
  )
}

function StateText({ one, now }: { one: StandingTime; now: Instant }) {
  const t = useMessages(standing)
  const format = useFormat()
  if (one.state === 'asked')
    return <p className="text-sm">{t('askedUntil', { until: format.nearMoment(fromIso(one.askedUntil), now) })}</p>
  if (one.endsAt === null) return null
  const end = fromIso(one.endsAt)
  return <p className="text-sm">{t(end > now ? 'endsAt' : 'endedAt', { end: format.nearMoment(end, now) })}</p>
}

function Answer({ one, name, time }: { one: StandingTime; name: string; time: string }) {
  const t = useMessages(standing)
  const { mutate, isPending } = useAnswer(one.id)
  return (
    <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
      <Button loading={isPending} aria-label={t('acceptOf', { name, time })} onClick={() => mutate(true)}>
        {t('accept')}
      </Button>
      <Button
        variant="secondary"
        disabled={isPending}
        aria-label={t('declineOf', { name, time })}
        onClick={() => mutate(false)}
      >
        {t('decline')}
      </Button>
    </div>
  )
}

function End({ one, name, now }: { one: StandingTime; name: string; now: Instant }) {
  const t = useMessages(standing)
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { mutateAsync } = useEnd(one.id)
  const isRequest = one.state === 'asked'
  const label = t(isRequest ? 'withdraw' : 'end')
  return (
    <>
      <Button variant="ghost" size="sm" className="self-start" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        tone={isRequest ? 'warning' : 'danger'}
        title={t('endTitle', { name })}
        description={isRequest ? t('withdrawText') : t('endText', { end: format.nearMoment(endAfterNotice(now), now) })}
        confirmLabel={label}
        cancelLabel={t('keep')}
        onConfirm={() => mutateAsync()}
      />
    </>
  )
}
