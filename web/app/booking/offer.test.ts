import { describe, expect, it } from 'vitest'
import type { Slot } from '#contract/availability'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, minutes, toIso } from '#domain/cairo'
import { Role } from '#domain/roles'
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
  bio: null,
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
}
const trial = {
  period: PlanPeriod.FreeTrial,
  start: cairo('01T12:00'),
  end: Date.parse('2126-11-01T10:00:00Z'),
  terminatedAt: null,
}
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
  other: { id: omar, name: 'عمر', image: null, isTutor: true },
  canceledBy: null,
  canceledAt: null,
})
const facts = (changed: Partial<BookingFacts> = {}): BookingFacts => ({
  me: { id: 1, role: Role.Student, verifiedEmail: true },
  tutor,
  answer: { slots: { list: [slot(1, '21T09:00', '21T12:00'), slot(2, '24T09:00', '24T10:00')] }, subslots: [] },
  subscription: plan,
  remainingMinutes: 60,
  upcoming: [],
  movingId: null,
  ...changed,
})
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
    expect(windowEndOf(facts(), now)).toEqual({ at: cairo('24T05:00'), type: 'renewal' })
  })

  it('says which length the minutes do not pay for', () => {
    const poor = facts({ remainingMinutes: 15 })
    expect(offersOf(poor, now).map(({ isShort }) => isShort)).toEqual([false, true])
    expect(startingOffer(offersOf(poor, now), poor)?.duration).toBe(15)
  })

  it('begins with the long lesson when both fit', () => {
    expect(startingOffer(offersOf(facts(), now), facts())?.duration).toBe(30)
  })
})

describe('the obstacle to a booking', () => {
  it('is nothing when there is a time to book', () => {
    expect(reason(facts())).toBeNull()
  })

  it('is the account first', () => {
    expect(reason(facts({ me: { id: 1, role: Role.Tutor, verifiedEmail: true } }))).toEqual({ type: 'role' })
    const unverified = { id: 1, role: Role.Student, verifiedEmail: false }
    expect(reason(facts({ me: unverified, subscription: null }))).toEqual({ type: 'email' })
  })

  it('is the subscription, then the minutes, then the lesson that is booked', () => {
    const next = booked('21T20:00', 30)
    expect(reason(facts({ subscription: null, upcoming: [next] }))).toEqual({ type: 'subscription' })
    expect(reason(facts({ upcoming: [next] }))).toEqual({ type: 'upcoming', lesson: next })
    const windowEnd = { at: cairo('24T05:00'), type: 'renewal' }
    expect(reason(facts({ upcoming: [next], remainingMinutes: 10 }))).toEqual({ type: 'minutes', windowEnd })
  })

  it('is another thing when the free minutes are gone: they do not come back', () => {
    expect(reason(facts({ subscription: trial, remainingMinutes: 0 }))).toEqual({ type: 'trial' })
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
  const moving = facts({ upcoming: [own], movingId: 3, remainingMinutes: 0, answer: { ...facts().answer, subslots } })

  it('may overlap the time it leaves, but not stay where it is', () => {
    expect(open(moving, 30)).toEqual(['21T11:15', '21T11:30'])
  })

  it('costs only the difference', () => {
    expect(offersOf(moving, now).map(({ isShort }) => isShort)).toEqual([false, false])
    const short = { ...moving, upcoming: [booked('21T11:00', 15)] }
    expect(offersOf(short, now).map(({ isShort }) => isShort)).toEqual([false, true])
  })

  it('begins with the length that the lesson has', () => {
    const short = { ...moving, remainingMinutes: 60, upcoming: [booked('21T11:00', 15)] }
    expect(startingOffer(offersOf(short, now), short)?.duration).toBe(15)
  })

  it('is refused once the lesson has begun or is gone', () => {
    expect(reason({ ...moving, upcoming: [booked('21T09:45', 30)] })).toEqual({ type: 'passed' })
    expect(reason({ ...moving, upcoming: [] })).toEqual({ type: 'passed' })
  })
})
