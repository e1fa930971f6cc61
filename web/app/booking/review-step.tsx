import { CalendarDays, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Instant, localDay, minutes } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { isInForce } from '#domain/lessons/holds'
import { payingWeek } from '#domain/subscriptions/minutes'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { shownBio, shownName } from '../../messages/shown-name.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Icon } from '../../ui/icon.ts'
import { PersonName } from '../../ui/person-name.tsx'
import { DeviceTime } from '../week/shared/device-time.tsx'
import { type BookingFacts, movingLesson, spendableWeeks } from './facts.ts'

type ReviewStepProps = {
  facts: BookingFacts
  time: OfferedTime
  duration: LessonDuration
  now: Instant
  /** Until when the time is kept for the student; null where it is not. */
  heldUntil: Instant | null
}

/** The review: tutor, time in words, cost in minutes, and until when it can be canceled. */
export function ReviewStep({ facts, time, duration, now, heldUntil }: ReviewStepProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const moving = movingLesson(facts)
  const { tutor } = facts
  const [day, today] = [localDay(time.start), localDay(now)]
  const isThisWeek = payingWeek(facts.weeks, time.start + minutes(duration)) === facts.weeks[0]
  return (
    <>
      {tutor && (
        <div className="flex items-center gap-3">
          <Avatar id={tutor.id} name={shownName(tutor) ?? ''} src={tutor.image} size="lg" />
          <div>
            <p className="font-bold text-lg">
              <PersonName>{shownName(tutor) ?? ''}</PersonName>
            </p>
            <p className="text-muted text-sm">
              <bdi translate="yes" lang={writtenIn(shownBio(tutor))}>
                {shownBio(tutor)}
              </bdi>
            </p>
          </div>
        </div>
      )}
      <dl className="flex flex-col gap-3">
        <Line icon={CalendarDays} term={t('review.date')}>
          <Changed
            from={
              moving && localDay(moving.start) !== day
                ? format.capital(format.nearDay(localDay(moving.start), today))
                : null
            }
          >
            {format.date(day)}
            {format.nearDay(day, today) !== format.date(day) && ` (${format.nearDay(day, today)})`}
          </Changed>
        </Line>
        <Line icon={Clock} term={t('review.time')}>
          <Changed from={moving && format.timeRange(moving.start, moving.end)}>
            {format.timeRange(time.start, time.end)}
          </Changed>
          <DeviceTime at={time.start} />
        </Line>
        <Line icon={Hourglass} term={t(isThisWeek ? 'review.minutes' : 'review.minutesOfWeek')}>
          <Minutes facts={facts} time={time} duration={duration} />
        </Line>
      </dl>
      <p className="rounded-control bg-brand-soft px-4 py-3 text-brand-ink text-sm">{t('review.policy')}</p>
      <p role="status" className="text-muted text-sm empty:hidden">
        {heldUntil !== null &&
          (isInForce({ until: heldUntil }, now)
            ? t('review.held', { until: format.time(heldUntil) })
            : t('review.heldNoLonger'))}
      </p>
    </>
  )
}

function Line({ icon: Glyph, term, children }: { icon: Icon; term: string; children: ReactNode }) {
  return (
    <div className="relative ps-8">
      <dt className="text-muted text-sm">
        <Glyph aria-hidden className="absolute start-0 top-1 size-5 text-brand-ink" />
        {term}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** The new value, and below it the old one. */
function Changed({ from, children }: { from: string | null; children: ReactNode }) {
  const t = useMessages(booking)
  return (
    <>
      {children}
      {from && <span className="block font-normal text-muted text-sm">{t('review.was', { what: from })}</span>}
    </>
  )
}

function Minutes({ facts, time, duration }: Pick<ReviewStepProps, 'facts' | 'time' | 'duration'>) {
  const t = useMessages(booking)
  const format = useFormat()
  const end = time.start + minutes(duration)
  const before = payingWeek(facts.weeks, end)?.remainingMinutes ?? 0
  const after = (payingWeek(spendableWeeks(facts), end)?.remainingMinutes ?? 0) - duration
  if (before === after) return t('review.minutesSame', { before: format.duration(before) })
  return t('review.minutesChange', { before: format.duration(before), after: format.duration(after) })
}
