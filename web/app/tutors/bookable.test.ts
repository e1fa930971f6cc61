import { expect, it } from 'vitest'
import { type Instant, minutes, toIso } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { bookableWith } from './bookable.ts'

const cairo = (text: string): Instant => Date.parse(`2026-11-${text}:00+02:00`)
/** Saturday morning; the week of the plan turns on Tuesday at 05:00. */
const now = cairo('21T10:00')
const start = cairo('10T12:00')
const plan = {
  period: PlanPeriod.Month,
  start: toIso(start),
  end: toIso(start + minutes(28 * 24 * 60)),
  terminatedAt: null,
  pausedFrom: null,
  pausedUntil: null,
  bookingWeeks: 1,
}

it('is a time whose shortest lesson ends in the minutes week, to the minute', () => {
  const isBookable = bookableWith(plan, null, now)
  expect([isBookable(cairo('24T04:45')), isBookable(cairo('24T04:46')), isBookable(cairo('24T09:00'))]).toEqual([
    true,
    false,
    false,
  ])
})

it('is every time for who has no subscription', () => {
  expect(bookableWith(null, null, now)(cairo('29T09:00'))).toBe(true)
})

it('is none of a pause, whose weeks end with their last instant', () => {
  const paused = {
    ...plan,
    bookingWeeks: 3,
    pausedFrom: toIso(cairo('24T05:00')),
    pausedUntil: toIso(cairo('24T05:00') + minutes(7 * 24 * 60)),
  }
  const isBookable = bookableWith(paused, null, now)
  expect(['24T04:45', '24T05:00', '29T09:00'].map((time) => isBookable(cairo(time)))).toEqual([true, false, false])
  expect(isBookable(cairo('24T05:00') + minutes(7 * 24 * 60))).toBe(true)
})
