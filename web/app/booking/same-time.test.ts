import { describe, expect, it } from 'vitest'
import type { Slot } from '#contract/availability'
import type { TutorCard } from '#contract/tutor-card'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, minutes, toIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { DEFAULT_ALLOWANCE } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { BookingFacts } from './facts.ts'
import { sameTimeNextWeek } from './same-time.ts'

const cairo = (text: string): Instant => Date.parse(`2026-11-${text}:00+02:00`)
/** The lesson was on Saturday at eight in the evening; the minutes week turns on Tuesday at 05:00. */
const LESSON = { start: cairo('21T20:00'), duration: 30 as const }
const NOW = cairo('21T20:31')
const WEEK_TURNS = cairo('24T05:00')

const slot = (id: number, from: string, to: string): Slot => ({
  id,
  userId: 7,
  purpose: SlotPurpose.General,
  deleted: false,
  start: toIso(cairo(from)),
  end: toIso(cairo(to)),
  createdAt: toIso(NOW),
  updatedAt: toIso(NOW),
})
const NEXT_WEEK = slot(1, '28T19:00', '28T21:00')
const TOMORROW = slot(2, '22T19:00', '22T21:00')
const tutor = { id: 7, role: Role.Tutor, name: 'عمر', notice: 60 } as TutorCard

const facts = (changes: Partial<BookingFacts>, ...list: Slot[]): BookingFacts => ({
  me: { id: 1, role: Role.Student, verifiedEmail: true, birthYear: null, hasGuardian: false },
  tutor,
  answer: { slots: { list }, subslots: [] },
  waiting: null,
  subscription: {
    period: PlanPeriod.Month,
    start: cairo('10T12:00'),
    end: cairo('10T12:00') + minutes(28 * 24 * 60),
    terminatedAt: null,
    ...DEFAULT_ALLOWANCE,
  },
  weeks: [{ start: cairo('17T05:00'), end: WEEK_TURNS, remainingMinutes: 60 }],
  upcoming: [],
  movingId: null,
  ...changes,
})

describe('the same time a week later', () => {
  it('is booked at once when the minutes of that week are there', () => {
    const found = sameTimeNextWeek(facts({}, NEXT_WEEK), LESSON, WEEK_TURNS + minutes(1))
    expect(found).toMatchObject({ type: 'open', time: { slotId: 1, start: cairo('28T20:00') } })
  })

  it('says when those minutes come, and offers the same hour before', () => {
    expect(sameTimeNextWeek(facts({}, NEXT_WEEK, TOMORROW), LESSON, NOW)).toMatchObject({
      type: 'not-yet',
      start: cairo('28T20:00'),
      opens: { at: WEEK_TURNS, type: 'renewal' },
      sooner: { slotId: 2, start: cairo('22T20:00') },
    })
    expect(sameTimeNextWeek(facts({}, NEXT_WEEK), LESSON, NOW)).toMatchObject({ type: 'not-yet', sooner: null })
  })

  it('says that the tutor is not free then', () => {
    expect(sameTimeNextWeek(facts({}, TOMORROW), LESSON, NOW)).toMatchObject({
      type: 'taken',
      sooner: { start: cairo('22T20:00') },
    })
    expect(sameTimeNextWeek(facts({}), LESSON, NOW)).toMatchObject({ type: 'taken', sooner: null })
  })

  it('is told apart from a week whose minutes are spent', () => {
    const found = facts({}, NEXT_WEEK)
    const subscription = found.subscription && { ...found.subscription, bookingWeeks: 2 }
    const next = { start: WEEK_TURNS, end: cairo('30T05:00'), remainingMinutes: 15 }
    const wish = sameTimeNextWeek({ ...found, subscription, weeks: [...found.weeks, next] }, LESSON, NOW)
    expect(wish).toEqual({ type: 'short', start: cairo('28T20:00'), sooner: null })
  })

  it('is the same wall time across a change of the clock', () => {
    const before = Date.parse('2026-10-24T20:00:00+03:00')
    const found = sameTimeNextWeek(facts({}), { start: before, duration: 30 }, before + minutes(31))
    expect(found).toMatchObject({ type: 'taken', start: Date.parse('2026-10-31T20:00:00+02:00') })
  })

  it('says what keeps the student from booking at all', () => {
    expect(
      sameTimeNextWeek(
        facts({ weeks: [{ start: cairo('17T05:00'), end: WEEK_TURNS, remainingMinutes: 0 }] }, NEXT_WEEK),
        LESSON,
        NOW,
      ),
    ).toMatchObject({
      type: 'blocked',
      blocked: { type: 'minutes' },
    })
    expect(sameTimeNextWeek(facts({ subscription: null }, NEXT_WEEK), LESSON, NOW)).toMatchObject({
      type: 'blocked',
      blocked: { type: 'subscription' },
    })
  })
})
