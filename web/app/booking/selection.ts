import { type Instant, type LocalDay, localDay } from '#domain/cairo'
import type { LessonDuration } from '#domain/lessons/durations'
import { earliestStart } from '#domain/lessons/slots'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'
import { type BookingFacts, movingLesson } from './facts.ts'
import { type DurationOffer, startingOffer } from './offer.ts'
import { nearestTime } from './times.ts'

/** What the student has chosen so far; `selectionOf` proposes the rest. */
export type Choice = { duration?: LessonDuration; day?: LocalDay; start?: Instant }

/** The choice checked against the present offers. */
export type Selection = {
  offer: DurationOffer
  day: LocalDay
  time: OfferedTime | null
  /** Why the chosen time is no longer offered; `time` is then the nearest one, if there is any. */
  lost: 'taken' | 'too-soon' | 'later' | null
}

function dayOf(choice: Choice, offer: DurationOffer, facts: BookingFacts): LocalDay | null {
  if (choice.day) return choice.day
  const moving = movingLesson(facts)
  const own = moving && localDay(moving.start)
  const days = offer.open.map(({ start }) => localDay(start))
  return (own && days.includes(own) ? own : days[0]) ?? null
}

/**
 * What is chosen, or proposed where nothing was: the length that fits, and the day of the lesson that moves or else the
 * first one with a time. A time that went away is replaced by the nearest one. Null when nothing is offered.
 */
export function selectionOf(
  choice: Choice,
  offers: readonly DurationOffer[],
  facts: BookingFacts,
  now: Instant,
): Selection | null {
  const { start } = choice
  const chosen = offers.find(({ duration, open }) => duration === choice.duration && open.length > 0)
  // A time without a duration, from a card or a link, gets the longest lesson that can start then.
  const holding = offers.findLast(({ open }) => open.some((time) => time.start === start))
  const offer = chosen ?? holding ?? startingOffer(offers, facts)
  if (!offer) return null
  if (start !== undefined) {
    const held = offer.open.find((time) => time.start === start)
    const time = held ?? nearestTime(offer.open, start)
    const isTooSoon = start < earliestStart(now, facts.tutor?.notice ?? 0)
    const isLater = offer.later.some((one) => one.start === start)
    const lost = held ? null : isTooSoon ? 'too-soon' : isLater ? 'later' : 'taken'
    if (time) return { offer, day: localDay(time.start), time, lost }
  }
  const day = dayOf(choice, offer, facts)
  return day && { offer, day, time: null, lost: null }
}

/** Changes the duration; the day stays, and so does the time where it is offered for that duration. */
export function withDuration(selection: Selection, offers: readonly DurationOffer[], duration: LessonDuration): Choice {
  const start = selection.time?.start
  const keepsTime = offers.some(
    (offer) => offer.duration === duration && offer.open.some((time) => time.start === start),
  )
  return { duration, day: selection.day, ...(keepsTime && start !== undefined ? { start } : {}) }
}
