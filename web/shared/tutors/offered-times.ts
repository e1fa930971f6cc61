import type { Slot, Subslot } from '#contract/availability'
import { fromIso, type Instant, type LocalDay, localDay, minutes, type TimeRange } from '#domain/cairo'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'
import { isInForce } from '#domain/lessons/holds'
import { acceptsLessons, offeredStarts, withoutOwnLesson } from '#domain/lessons/slots'

export type OfferedTime = TimeRange & { slotId: number }
export type SlotsAnswer = { slots: { list: readonly Slot[] }; subslots: readonly Subslot[] }

type Wanted = {
  /** Minutes. */
  duration: LessonDuration
  /** The tutor's notice, in minutes. */
  notice: number
  /** The lesson that is rebooked: its own time counts as free. */
  own?: { start: Instant; duration: number } | undefined
}

/** The booked parts, and those that are held for others at `now` (docs/rules/lessons.md 13.2). */
export const takenTimes = ({ subslots }: Pick<SlotsAnswer, 'subslots'>, now: Instant): TimeRange[] =>
  subslots.filter(({ until }) => until === undefined || isInForce({ until: fromIso(until) }, now)).map(rangeOfText)

const rangeOfText = ({ start, end }: { start: string; end: string }): TimeRange => ({
  start: fromIso(start),
  end: fromIso(end),
})

/** Every time at which a lesson of that length fits into a tutor's free time, soonest first. */
export function offeredTimes(answer: SlotsAnswer, { duration, notice, own }: Wanted, now: Instant): OfferedTime[] {
  const booked = takenTimes(answer, now)
  const busy = own ? withoutOwnLesson(booked, own) : booked
  return answer.slots.list
    .map((slot) => ({ ...rangeOfText(slot), id: slot.id, purpose: slot.purpose, deleted: slot.deleted }))
    .filter(acceptsLessons)
    .flatMap((slot) =>
      offeredStarts(slot, busy, duration, now, notice).map((start) => ({
        slotId: slot.id,
        ...rangeOf({ start, duration }),
      })),
    )
    .filter(({ start }) => start !== own?.start || minutes(duration) !== minutes(own.duration))
    .sort((one, other) => one.start - other.start)
}

export const timesOn = <T extends TimeRange>(times: readonly T[], day: LocalDay): T[] =>
  times.filter(({ start }) => localDay(start) === day)
