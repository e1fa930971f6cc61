import { addDays, type LocalDay, minutes, startOfDay } from '#domain/cairo'
import { payingWeek } from '#domain/subscriptions/minutes'
import { booking as words } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { DayChoice } from './day-choice.tsx'
import { DurationChoice } from './duration-choice.tsx'
import { type BookingFacts, movingLesson } from './facts.ts'
import { windowEndOf } from './offer.ts'
import { type Selection, withDuration } from './selection.ts'
import { TimeChoice } from './time-choice.tsx'
import type { Booking } from './use-booking.ts'
import { daysAhead } from './use-booking-facts.ts'
import { useWindowEndText } from './window-end-text.ts'

type WhenStepProps = { booking: Booking; selection: Selection; facts: BookingFacts }

/** Day, length and time in one view; choosing a time opens the review. */
export function WhenStep({ booking, selection, facts }: WhenStepProps) {
  const { offers, choose, goTo, now } = booking
  const { offer, day, time } = selection
  const tryDay = (next: LocalDay) => choose({ duration: offer.duration, day: next })
  const tryTime = (next: OfferedTime) => choose({ duration: offer.duration, start: next.start })
  const decide = (next: OfferedTime) => {
    tryTime(next)
    goTo('review')
  }
  const end = time ? time.start + minutes(offer.duration) : startOfDay(addDays(day, 1))
  const remaining = payingWeek(facts.weeks, end)?.remainingMinutes ?? 0
  return (
    <div className="flex flex-col gap-5">
      <CurrentTime facts={facts} booking={booking} />
      <DayChoice offer={offer} day={day} days={daysAhead(facts, now)} now={now} onChange={tryDay} />
      <LaterHint booking={booking} selection={selection} facts={facts} />
      <PausedHint selection={selection} facts={facts} />
      <DurationChoice
        offers={offers}
        offer={offer}
        remainingMinutes={remaining}
        onChange={(duration) => choose(withDuration(selection, offers, duration))}
      />
      <CairoNote />
      <TimeChoice offer={offer} day={day} time={time} onChange={tryTime} onDecide={decide} onJump={tryDay} now={now} />
    </div>
  )
}

/** The present time of the lesson that is being moved. */
function CurrentTime({ facts, booking }: Omit<WhenStepProps, 'selection'>) {
  const t = useMessages(words)
  const format = useFormat()
  const moving = movingLesson(facts)
  if (!moving) return null
  const when = format.nearMoment(moving.start, booking.now)
  return <p className="rounded-control bg-sunken px-4 py-2.5 text-sm">{t('time.current', { when })}</p>
}

/** Why days of a pause cannot be chosen. */
function PausedHint({ selection, facts: { subscription } }: Pick<WhenStepProps, 'selection' | 'facts'>) {
  const t = useMessages(words)
  const format = useFormat()
  const { pausedFrom, pausedUntil } = subscription ?? {}
  if (pausedFrom == null || pausedUntil == null || selection.offer.paused.length === 0) return null
  const dates = { from: format.moment(pausedFrom), until: format.moment(pausedUntil) }
  return <p className="-mt-3 text-muted text-sm">{t('day.pausedHint', dates)}</p>
}

/** Why the disabled days cannot be chosen yet. */
function LaterHint({ selection, facts, booking }: WhenStepProps) {
  const say = useWindowEndText()
  const windowEnd = windowEndOf(facts, booking.now)
  if (!windowEnd || selection.offer.later.length === 0) return null
  return <p className="-mt-3 text-muted text-sm">{say(windowEnd, facts, booking.now)}</p>
}
