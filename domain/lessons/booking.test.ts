import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '../availability/purposes.ts'
import { fromIso, minutes, QUARTER_MS } from '../cairo.ts'
import { Role, roles } from '../roles.ts'
import { DEFAULT_ALLOWANCE } from '../subscriptions/minutes.ts'
import { PlanPeriod, subscriptionEnd } from '../subscriptions/periods.ts'
import { assertBookable, type BookingRequest, whyNotBookable, whyNotBooker } from './booking.ts'

const at = (time: string, day = '2026-11-21') => fromIso(`${day}T${time}:00Z`)
const range = (from: string, to: string) => ({ start: at(from), end: at(to) })

const [omar, mona] = [3, 5]
const ADULT = { birthYear: 1990, hasGuardian: false }
const MINOR = { birthYear: 2010, hasGuardian: false }
const now = at('08:00')
const slot = { ...range('10:00', '12:00'), userId: omar, purpose: SlotPurpose.Lesson, deleted: false }
/** Wednesday 15:20 in Cairo: the week ends on Wednesday 25 November at 05:00. */
const start = at('13:20', '2026-11-04')
const month = {
  period: PlanPeriod.Month,
  start,
  end: subscriptionEnd(start, PlanPeriod.Month),
  terminatedAt: null,
  ...DEFAULT_ALLOWANCE,
}
const turn = at('03:00', '2026-11-25')
const week = { start: at('03:00', '2026-11-18'), end: turn }
/** The current week with so many minutes left. */
const left = (remainingMinutes: number) => ({ weeks: [{ ...week, remainingMinutes }] })

const good: BookingRequest = {
  student: { role: Role.Student, verifiedEmail: true, ...ADULT },
  tutor: { id: omar, role: Role.Tutor, isOnboarded: true, notice: 0 },
  slot,
  start: at('10:00'),
  duration: 30,
  now,
  subscription: month,
  waiting: null,
  weeks: [{ ...week, remainingMinutes: 60 }],
  upcomingLessons: [],
  tutorBusy: [],
  studentBusy: [],
  heldByOthers: [],
}
type Tutor = NonNullable<BookingRequest['tutor']>
const tutor = (rest: Partial<Tutor>) => ({
  tutor: { id: omar, role: Role.Tutor, isOnboarded: true, notice: 0, ...rest },
})
const why = (rest: Partial<BookingRequest> = {}) => whyNotBookable({ ...good, ...rest })

describe('booking a lesson', () => {
  it('is allowed when every condition is met', () => {
    expect(why()).toBeNull()
    expect(() => assertBookable(good)).not.toThrow()
  })

  it('throws the first refusal otherwise', () => {
    expect(() => assertBookable({ ...good, ...left(0) })).toThrow('no-enough-minutes')
  })
})

describe('the student of a booking', () => {
  it('is a student', () => {
    const refused = roles.filter((role) => why({ student: { role, verifiedEmail: true, ...ADULT } }) === 'forbidden')
    expect(refused).toEqual(roles.filter((role) => role !== Role.Student))
  })

  it('has a verified email address', () => {
    expect(why({ student: { role: Role.Student, verifiedEmail: false, ...ADULT } })).toBe('forbidden')
  })
})

describe('a student under 18', () => {
  const student = { role: Role.Student, verifiedEmail: true, ...MINOR }

  it('books with a guardian’s consent alone', () => {
    expect(why({ student })).toBe('guardian-required')
    expect(why({ student: { ...student, hasGuardian: true } })).toBeNull()
    expect(whyNotBooker({ ...good, student })).toBe('guardian-required')
  })
})

describe('the tutor of a booking', () => {
  it('is onboarded, also as a tutor manager', () => {
    expect(why(tutor({ role: Role.TutorManager }))).toBeNull()
    expect(why({ tutor: null })).toBe('tutor-not-found')
    expect(why(tutor({ role: Role.Student }))).toBe('tutor-not-found')
    expect(why(tutor({ isOnboarded: false }))).toBe('tutor-not-found')
  })
})

describe('the slot', () => {
  it('exists, belongs to the tutor and accepts lessons', () => {
    expect(why({ slot: null })).toBe('slot-not-found')
    expect(why({ slot: { ...slot, deleted: true } })).toBe('slot-not-found')
    expect(why({ slot: { ...slot, userId: mona } })).toBe('bad-request')
    expect(why({ slot: { ...slot, purpose: SlotPurpose.General } })).toBeNull()
    expect(why({ slot: { ...slot, purpose: SlotPurpose.Interview } })).toBe('illegal')
    expect(why({ slot: { ...slot, purpose: SlotPurpose.DemoSession } })).toBe('illegal')
  })
})

describe('the time', () => {
  it('starts on a quarter hour and lasts 15 or 30 minutes', () => {
    expect([15, 30, 45, 20].map((duration) => why({ duration }))).toEqual([null, null, 'bad-request', 'bad-request'])
    expect(why({ start: at('10:15') })).toBeNull()
    expect([at('10:10'), at('10:15') + 1, Number.NaN].map((one) => why({ start: one }))).toEqual([
      ...['bad-request', 'bad-request', 'bad-request'],
    ])
  })

  it('is not in the past; now is allowed', () => {
    expect(why({ now: at('10:00') })).toBeNull()
    expect(why({ now: at('10:00') + 1 })).toBe('bad-request')
  })

  it('respects the tutor’s notice to the millisecond', () => {
    expect(why({ ...tutor({ notice: 120 }), now })).toBeNull()
    expect(why({ ...tutor({ notice: 120 }), now: now + 1 })).toBe('bad-request')
    expect(why({ ...tutor({ notice: 120 }), now: now - 1 })).toBeNull()
  })

  it('is free in the slot', () => {
    const tutorBusy = [range('10:30', '11:00')]
    const booked = (time: string, duration: number) => why({ start: at(time), duration, tutorBusy })
    expect(booked('10:15', 15)).toBeNull()
    expect(booked('10:15', 30)).toBe('busy-tutor')
    expect(booked('10:00', 30)).toBeNull()
    expect(booked('11:00', 30)).toBeNull()
    expect(booked('11:30', 30)).toBeNull()
    expect(booked('11:45', 30)).toBe('busy-tutor')
    expect(booked('09:45', 30)).toBe('busy-tutor')
  })

  it('is not held for another student', () => {
    const heldByOthers = [range('10:30', '11:00')]
    expect(why({ heldByOthers, start: at('10:15') })).toBe('time-held')
    expect(why({ heldByOthers, start: at('10:15'), duration: 15 })).toBeNull()
    expect(why({ heldByOthers, start: at('11:00') })).toBeNull()
  })

  it('is free for the student too', () => {
    expect(why({ studentBusy: [range('10:15', '10:45')] })).toBe('conflicting-lessons')
    expect(why({ studentBusy: [range('10:30', '11:00')] })).toBeNull()
  })
})

describe('the minutes', () => {
  it('come from a current subscription', () => {
    expect(why({ subscription: null })).toBe('subscription-required')
    expect(why({ subscription: { ...month, terminatedAt: start } })).toBe('subscription-required')
    expect(why({ subscription: { ...month, end: now - 1 } })).toBe('subscription-required')
  })

  it('are sufficient, or exactly sufficient', () => {
    expect([31, 30, 29].map((remaining) => why(left(remaining)))).toEqual([null, null, 'no-enough-minutes'])
    expect(why({ ...left(15), duration: 15 })).toBeNull()
  })

  it('pay for a lesson that ends in the current week, including its exact end', () => {
    const night = { ...slot, start: turn - minutes(60), end: turn + minutes(60) }
    const ending = (end: number) => why({ slot: night, start: end - minutes(30) })
    expect(ending(turn)).toBeNull()
    expect(ending(turn + QUARTER_MS)).toBe('week-boundaries-violation')
    expect(ending(turn - QUARTER_MS)).toBeNull()
    expect(why({ slot: night, start: turn - minutes(15), duration: 15 })).toBeNull()
    expect(why({ slot: night, start: turn, duration: 15 })).toBe('week-boundaries-violation')
    expect(why({ slot: night, start: turn, duration: 15, now: turn })).toBeNull()
  })

  it('of a free trial pay for the next seven days', () => {
    const trial = { ...month, period: PlanPeriod.FreeTrial, end: subscriptionEnd(start, PlanPeriod.FreeTrial) }
    const limit = at('03:00', '2026-11-28')
    const night = { ...slot, start: limit - minutes(60), end: limit + minutes(60) }
    expect(why({ subscription: trial, slot: night, start: limit - minutes(30) })).toBeNull()
    expect(why({ subscription: trial, slot: night, start: limit - minutes(15) })).toBe('week-boundaries-violation')
  })
})

describe('one upcoming lesson at a time', () => {
  const upcomingLesson = { start: at('08:00'), duration: 30, canceledAt: null }

  it('blocks another one until its end', () => {
    expect(why({ upcomingLessons: [upcomingLesson], now: at('07:00') })).toBe('reached-booking-limit')
    expect(why({ upcomingLessons: [upcomingLesson], now: at('08:30') - 1 })).toBe('reached-booking-limit')
    expect(why({ upcomingLessons: [upcomingLesson], now: at('08:30') })).toBeNull()
  })

  it('does not block one when it is cancelled', () => {
    expect(why({ upcomingLessons: [{ ...upcomingLesson, canceledAt: at('07:00') }], now: at('07:00') })).toBeNull()
  })
})

describe('a subscription that allows more', () => {
  const quarter = { ...month, period: PlanPeriod.Quarter, end: subscriptionEnd(start, PlanPeriod.Quarter) }
  const larger = { ...quarter, maxUpcomingLessons: 3, bookingWeeks: 2 }
  const weeks = [
    { ...week, remainingMinutes: 15 },
    { start: turn, end: at('03:00', '2026-12-02'), remainingMinutes: 30 },
  ]
  const lessonAt = (time: string) => ({ start: at(time), duration: 30, canceledAt: null })
  const startingAt = (from: number, duration = 30) => {
    const night = { ...slot, start: from - minutes(60), end: from + minutes(60) }
    return why({ subscription: larger, weeks, slot: night, start: from, duration })
  }

  it('has as many upcoming lessons as it names', () => {
    const upcomingLessons = [lessonAt('20:00'), lessonAt('21:00')]
    const two = { subscription: larger, upcomingLessons }
    expect(why(two)).toBeNull()
    expect(why({ ...two, upcomingLessons: [...upcomingLessons, lessonAt('22:00')] })).toBe('reached-booking-limit')
    expect(why({ ...two, upcomingLessons: [...upcomingLessons, lessonAt('06:00')] })).toBeNull()
  })

  it('pays each lesson from the week in which it ends', () => {
    expect(startingAt(turn - minutes(30))).toBe('no-enough-minutes')
    expect(startingAt(turn - minutes(15), 15)).toBeNull()
    expect(startingAt(turn - minutes(15))).toBeNull()
    expect(startingAt(turn)).toBeNull()
  })

  it('ends at the last of its weeks, and with the subscription', () => {
    const last = at('03:00', '2026-12-02')
    expect([startingAt(last - minutes(30)), startingAt(last - minutes(15))]).toEqual([
      null,
      'week-boundaries-violation',
    ])
    const ending = { ...larger, end: at('01:00', '2026-11-27') }
    const night = { ...slot, start: ending.end - minutes(60), end: ending.end + minutes(60) }
    const endingAt = (end: number) => why({ subscription: ending, weeks, slot: night, start: end - minutes(30) })
    expect([endingAt(ending.end), endingAt(ending.end + minutes(15))]).toEqual([null, 'week-boundaries-violation'])
  })

  it('leaves out the weeks of a pause, to their last instant', () => {
    const paused = { ...larger, pausedFrom: turn, pausedUntil: at('03:00', '2026-12-02') }
    const known = [
      { ...week, remainingMinutes: 60 },
      { ...week, start: turn, end: paused.pausedUntil, remainingMinutes: 0 },
    ]
    const endingAt = (end: number) => {
      const night = { ...slot, start: end - minutes(60), end: end + minutes(60) }
      return why({ subscription: paused, weeks: known, slot: night, start: end - minutes(30) })
    }
    expect(endingAt(turn)).toBeNull()
    expect([turn + minutes(15), paused.pausedUntil].map(endingAt)).toEqual([
      'subscription-paused',
      'subscription-paused',
    ])
    // No minutes of the paused week, which is the last one, are missing.
    expect(endingAt(paused.pausedUntil + minutes(15))).toBe('week-boundaries-violation')
  })

  it('is blocked before a time is chosen while every week is paused', () => {
    const paused = { ...larger, pausedFrom: week.start, pausedUntil: at('03:00', '2026-12-02') }
    const empty = weeks.map((one) => ({ ...one, remainingMinutes: 0 }))
    expect(whyNotBooker({ ...good, subscription: paused, weeks: empty })).toBe('subscription-paused')
    const before = { ...paused, pausedFrom: turn }
    expect(whyNotBooker({ ...good, subscription: before, weeks: empty })).toBe('no-enough-minutes')
  })

  it('of a free trial lets its minutes be used within so many weeks', () => {
    const trial = { ...larger, period: PlanPeriod.FreeTrial, end: subscriptionEnd(start, PlanPeriod.FreeTrial) }
    const limit = at('03:00', '2026-12-05')
    const night = { ...slot, start: limit - minutes(60), end: limit + minutes(60) }
    const all = [{ start: trial.start, end: trial.end, remainingMinutes: 60 }]
    const endingAt = (end: number) => why({ subscription: trial, weeks: all, slot: night, start: end - minutes(30) })
    expect([endingAt(limit), endingAt(limit + minutes(15))]).toEqual([null, 'week-boundaries-violation'])
  })

  it('is blocked before a time is chosen when no week pays for the shortest lesson', () => {
    const empty = weeks.map((one) => ({ ...one, remainingMinutes: 10 }))
    expect(whyNotBooker({ ...good, subscription: larger, weeks: empty })).toBe('no-enough-minutes')
    expect(whyNotBooker({ ...good, subscription: larger, weeks: [...empty.slice(1), ...weeks.slice(1)] })).toBeNull()
  })
})

describe('of several refusals', () => {
  it('the first in the order of the rules is returned', () => {
    const faults: [string, Partial<BookingRequest>][] = [
      ['forbidden', { student: { role: Role.Tutor, verifiedEmail: true, ...ADULT } }],
      ['bad-request', { duration: 45 }],
      ['forbidden', { student: { role: Role.Student, verifiedEmail: false, ...ADULT } }],
      ['guardian-required', { student: { role: Role.Student, verifiedEmail: true, ...MINOR } }],
      ['tutor-not-found', { ...tutor({ isOnboarded: false, notice: 600 }) }],
      ['slot-not-found', { slot: null }],
      ['bad-request', { ...tutor({ notice: 600 }) }],
      ['subscription-required', { subscription: null }],
      ['subscription-paused', { subscription: { ...month, pausedFrom: at('10:00'), pausedUntil: at('11:00') } }],
      ['no-enough-minutes', left(0)],
      ['week-boundaries-violation', { subscription: { ...month, end: at('10:00') } }],
      ['reached-booking-limit', { upcomingLessons: [{ start: at('09:00'), duration: 30, canceledAt: null }] }],
      ['busy-tutor', { tutorBusy: [range('10:00', '10:30')] }],
      ['time-held', { heldByOthers: [range('10:00', '10:30')] }],
      ['conflicting-lessons', { studentBusy: [range('10:00', '10:30')] }],
    ]
    for (const [index, [code]] of faults.entries()) {
      const rest = faults.slice(index).map(([, fault]) => fault)
      expect(why(Object.assign({}, ...rest.toReversed())), `${index} ${code}`).toBe(code)
    }
  })
})

describe('before a time is chosen', () => {
  const whyNot = (rest: Partial<BookingRequest>) => whyNotBooker({ ...good, ...rest })

  it('the rule returns what blocks every lesson', () => {
    expect(whyNot({})).toBeNull()
    expect(whyNot({ student: { role: Role.Tutor, verifiedEmail: true, ...ADULT } })).toBe('forbidden')
    expect(whyNot({ student: { role: Role.Student, verifiedEmail: false, ...ADULT } })).toBe('forbidden')
    expect(whyNot({ tutor: null })).toBe('tutor-not-found')
    expect(whyNot({ subscription: null })).toBe('subscription-required')
    expect([15, 14].map((remaining) => whyNot(left(remaining)))).toEqual([null, 'no-enough-minutes'])
    expect(whyNot({ upcomingLessons: [{ start: at('09:00'), duration: 30, canceledAt: null }] })).toBe(
      'reached-booking-limit',
    )
  })
})

it('a request is plain data, so that the web app evaluates the same rule', () => {
  expect(whyNotBookable(JSON.parse(JSON.stringify(good)))).toBeNull()
})
