import { describe, expect, it } from 'vitest'
import type { Slot } from '#contract/availability'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, minutes, toIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { DEFAULT_ALLOWANCE } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { BookingFacts } from './facts.ts'
import { blockedBy, offersOf, startingOffer, windowEndOf } from './offer.ts'

const cairo = (text: string): Instant => Date.parse(`2026-11-${text}:00+02:00`)
/** Saturday morning; the week of the plan below turns on Tuesday at 05:00. */
const now = cairo('21T10:00')
const omar = 7

const slot = (id: number, from: string, to: string): Slot => ({
  id,
  userId: omar,
  purpose: SlotPurpose.General,
  deleted: false,
  start: toIso(cairo(from)),
  end: toIso(cairo(to)),
  createdAt: toIso(now),
  updatedAt: toIso(now),
})
const tutor = {
  id: omar,
  role: Role.Tutor,
  name: 'عمر',
  image: null,
  gender: 'male' as const,
  englishName: null,
  bio: null,
  englishBio: null,
  about: null,
  video: null,
  thumbnail: null,
  notice: 60,
  topics: [],
  englishTopics: [],
  avgRating: 0,
  ratingCount: 0,
  studentCount: 0,
  lessonCount: 0,
  nearestFreeTime: null,
  nextTimes: [],
  quote: null,
  speaksSlowly: false,
}
const plan = {
  period: PlanPeriod.Month,
  start: cairo('10T12:00'),
  end: cairo('10T12:00') + minutes(28 * 24 * 60),
  terminatedAt: null,
  ...DEFAULT_ALLOWANCE,
}
const trial = {
  period: PlanPeriod.FreeTrial,
  start: cairo('01T12:00'),
  end: Date.parse('2126-11-01T10:00:00Z'),
  terminatedAt: null,
  ...DEFAULT_ALLOWANCE,
}
const week = { start: cairo('17T05:00'), end: cairo('24T05:00') }
const booked = (from: string, duration: 15 | 30): LessonView => ({
  id: 3,
  start: cairo(from),
  end: cairo(from) + minutes(duration),
  duration,
  slotId: 1,
  sessionId: 's',
  summary: null,
  outcome: null,
  tutorId: omar,
  studentId: 1,
  other: { id: omar, name: 'عمر', image: null, isTutor: true, isMinor: false },
  canceledBy: null,
  canceledAt: null,
})
const facts = (changed: Partial<BookingFacts> = {}): BookingFacts => ({
  me: { id: 1, role: Role.Student, verifiedEmail: true, birthYear: null, hasGuardian: false },
  tutor,
  answer: { slots: { list: [slot(1, '21T09:00', '21T12:00'), slot(2, '24T09:00', '24T10:00')] }, subslots: [] },
  subscription: plan,
  waiting: null,
  weeks: [{ ...week, remainingMinutes: 60 }],
  upcoming: [],
  movingId: null,
  ...changed,
})
/** The current week with so many minutes left. */
const left = (remainingMinutes: number) => ({ weeks: [{ ...week, remainingMinutes }] })
const open = (of: BookingFacts, duration: number) =>
  offersOf(of, now)
    .find((offer) => offer.duration === duration)
    ?.open.map(({ start }) => toIso(start + minutes(120)).slice(8, 16))
const reason = (of: BookingFacts) => blockedBy(of, offersOf(of, now), now)

describe('the offer to a student', () => {
  it('begins when the notice of the tutor is kept, and ends with the slot', () => {
    expect(open(facts(), 30)).toEqual(['21T11:00', '21T11:15', '21T11:30'])
    expect(open(facts(), 15)?.at(-1)).toBe('21T11:45')
  })

  it('leaves out what others have booked', () => {
    const taken = { parent: 1, start: toIso(cairo('21T11:15')), end: toIso(cairo('21T11:30')) }
    const answer = { ...facts().answer, subslots: [taken] }
    expect(open(facts({ answer }), 30)).toEqual(['21T11:30'])
    expect(open(facts({ answer }), 15)).toEqual(['21T11:00', '21T11:30', '21T11:45'])
  })

  it('keeps apart what lies after the week of the minutes', () => {
    const [, long] = offersOf(facts(), now)
    expect(long?.later.map(({ slotId }) => slotId)).toEqual([2, 2, 2])
    expect(windowEndOf(facts(), now)).toEqual({ at: cairo('24T05:00'), opens: cairo('24T05:00'), type: 'renewal' })
  })

  it('says which length the minutes do not pay for', () => {
    const poor = facts(left(15))
    expect(offersOf(poor, now).map(({ isShort }) => isShort)).toEqual([false, true])
    expect(startingOffer(offersOf(poor, now), poor)?.duration).toBe(15)
  })

  it('begins with the long lesson when both fit', () => {
    expect(startingOffer(offersOf(facts(), now), facts())?.duration).toBe(30)
  })
})

describe('the offer to a student who may book two weeks', () => {
  const larger = { ...plan, maxUpcomingLessons: 4, bookingWeeks: 2 }
  const coming = { start: week.end, end: cairo('24T05:00') + minutes(7 * 24 * 60) }
  const both = (now: number, then: number) => [
    { ...week, remainingMinutes: now },
    { ...coming, remainingMinutes: then },
  ]

  it('has the times of both, and keeps apart those whose week does not pay', () => {
    const rich = facts({ subscription: larger, weeks: both(60, 60) })
    expect(open(rich, 30)).toEqual(['21T11:00', '21T11:15', '21T11:30', '24T09:00', '24T09:15', '24T09:30'])
    const [, long] = offersOf(facts({ subscription: larger, weeks: both(60, 15) }), now)
    expect([long?.isShort, long?.open.length, long?.short.map(({ slotId }) => slotId)]).toEqual([false, 3, [2, 2, 2]])
    const [, none] = offersOf(facts({ subscription: larger, weeks: both(15, 15) }), now)
    expect(none?.isShort).toBe(true)
  })

  it('names the end of both weeks, and when the next one opens', () => {
    const windowEnd = { at: coming.end, opens: week.end, type: 'weeks' }
    expect(windowEndOf(facts({ subscription: larger, weeks: both(60, 60) }), now)).toEqual(windowEnd)
  })

  it('counts the lessons when there are as many as allowed', () => {
    const upcoming = ['21T20:00', '22T20:00', '23T20:00', '24T20:00'].map((from) => booked(from, 30))
    const full = facts({ subscription: larger, weeks: both(60, 60), upcoming })
    expect(reason(full)).toEqual({ type: 'upcoming', lesson: upcoming[0], count: 4 })
    expect(reason({ ...full, upcoming: upcoming.slice(1) })).toBeNull()
  })

  it('keeps apart what lies in a pause, and says until when it lasts', () => {
    const until = cairo('24T05:00') + minutes(7 * 24 * 60)
    const paused = { ...larger, pausedFrom: cairo('24T05:00'), pausedUntil: until }
    const [, long] = offersOf(facts({ subscription: paused, weeks: both(60, 0) }), now)
    expect([long?.open.length, long?.paused.map(({ slotId }) => slotId), long?.later]).toEqual([3, [2, 2, 2], []])
    const lasting = { ...paused, pausedFrom: cairo('17T05:00') }
    expect(reason(facts({ subscription: lasting, weeks: both(0, 0) }))).toEqual({ type: 'paused', until })
  })

  it('gives a moved lesson’s minutes back to its own week alone', () => {
    const own = booked('21T11:00', 30)
    const moving = facts({ subscription: larger, weeks: both(0, 15), upcoming: [own], movingId: 3 })
    const [, long] = offersOf(moving, now)
    expect([long?.isShort, long?.short.map(({ slotId }) => slotId)]).toEqual([false, [2, 2, 2]])
  })
})

describe('the obstacle to a booking', () => {
  it('is nothing when there is a time to book', () => {
    expect(reason(facts())).toBeNull()
  })

  it('is the account first', () => {
    expect(
      reason(facts({ me: { id: 1, role: Role.Tutor, verifiedEmail: true, birthYear: null, hasGuardian: false } })),
    ).toEqual({ type: 'role' })
    const unverified = { id: 1, role: Role.Student, verifiedEmail: false, birthYear: null, hasGuardian: false }
    expect(reason(facts({ me: unverified, subscription: null }))).toEqual({ type: 'email' })
  })

  it('is the subscription, then the minutes, then the lesson that is booked', () => {
    const next = booked('21T20:00', 30)
    expect(reason(facts({ subscription: null, upcoming: [next] }))).toEqual({ type: 'subscription' })
    expect(reason(facts({ upcoming: [next] }))).toEqual({ type: 'upcoming', lesson: next, count: 1 })
    const windowEnd = { at: cairo('24T05:00'), opens: cairo('24T05:00'), type: 'renewal' }
    expect(reason(facts({ upcoming: [next], ...left(10) }))).toEqual({ type: 'minutes', windowEnd })
  })

  it('is another thing when the free minutes are gone: they do not come back', () => {
    expect(reason(facts({ subscription: trial, ...left(0) }))).toEqual({ type: 'trial' })
  })

  it('names the nearest time when all lie after the week', () => {
    const answer = { ...facts().answer, slots: { list: [slot(2, '24T09:00', '24T10:00')] } }
    expect(reason(facts({ answer }))).toMatchObject({ type: 'week', nearest: { slotId: 2, start: cairo('24T09:00') } })
  })

  it('is time when the tutor has none', () => {
    expect(reason(facts({ answer: { slots: { list: [] }, subslots: [] } }))).toEqual({ type: 'time' })
  })
})

describe('moving a lesson', () => {
  const own = booked('21T11:00', 30)
  const subslots = [{ parent: 1, start: toIso(own.start), end: toIso(own.end) }]
  const moving = facts({ upcoming: [own], movingId: 3, ...left(0), answer: { ...facts().answer, subslots } })

  it('may overlap the time it leaves, but not stay where it is', () => {
    expect(open(moving, 30)).toEqual(['21T11:15', '21T11:30'])
  })

  it('costs only the difference', () => {
    expect(offersOf(moving, now).map(({ isShort }) => isShort)).toEqual([false, false])
    const short = { ...moving, upcoming: [booked('21T11:00', 15)] }
    expect(offersOf(short, now).map(({ isShort }) => isShort)).toEqual([false, true])
  })

  it('begins with the length that the lesson has', () => {
    const short = { ...moving, ...left(60), upcoming: [booked('21T11:00', 15)] }
    expect(startingOffer(offersOf(short, now), short)?.duration).toBe(15)
  })

  it('is refused once the lesson has begun or is gone', () => {
    expect(reason({ ...moving, upcoming: [booked('21T09:45', 30)] })).toEqual({ type: 'passed' })
    expect(reason({ ...moving, upcoming: [] })).toEqual({ type: 'passed' })
  })
})
