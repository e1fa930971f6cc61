import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '../availability/purposes.ts'
import { fromIso, minutes } from '../cairo.ts'
import { Role } from '../roles.ts'
import { DEFAULT_ALLOWANCE } from '../subscriptions/minutes.ts'
import { PlanPeriod, subscriptionEnd } from '../subscriptions/periods.ts'
import { assertRebookable, type RebookingRequest, whyNotMovable, whyNotRebookable, withReturned } from './rebooking.ts'

const at = (time: string, day = '2026-11-21') => fromIso(`${day}T${time}:00Z`)
const range = (from: string, to: string) => ({ start: at(from), end: at(to) })

const [sara, omar, mona] = [4, 3, 5]
const lesson = {
  studentId: sara,
  tutorId: omar,
  start: at('10:30'),
  duration: 30,
  canceledBy: null,
  canceledAt: null,
}
const slot = { ...range('10:00', '12:00'), userId: omar, purpose: SlotPurpose.Lesson, deleted: false }
const start = at('13:20', '2026-11-04')
const month = {
  period: PlanPeriod.Month,
  start,
  end: subscriptionEnd(start, PlanPeriod.Month),
  terminatedAt: null,
  ...DEFAULT_ALLOWANCE,
}
const turn = at('03:00', '2026-11-25')
const week = { start: at('03:00', '2026-11-18'), end: turn, remainingMinutes: 0 }

const good: RebookingRequest = {
  actor: { id: sara, role: Role.Student },
  lesson,
  slot,
  notice: 0,
  now: at('08:00'),
  start: at('11:00'),
  duration: 30,
  subscription: month,
  waiting: null,
  weeks: withReturned([week], week, lesson.duration),
  tutorBusy: [range('10:30', '11:00')],
  studentBusy: [range('10:30', '11:00')],
  heldByOthers: [],
}
const why = (rest: Partial<RebookingRequest> = {}) => whyNotRebookable({ ...good, ...rest })

describe('moving a lesson', () => {
  it('is allowed to its student', () => {
    expect(why()).toBeNull()
    expect(why({ actor: { id: omar, role: Role.Tutor } })).toBe('forbidden')
    expect(why({ actor: { id: mona, role: Role.Student } })).toBe('forbidden')
    expect(why({ lesson: null })).toBe('lesson-not-found')
    expect(() => assertRebookable({ ...good, lesson: null })).toThrow('lesson-not-found')
  })

  it('is allowed to admins for its student, by the same checks', () => {
    for (const role of [Role.RegularAdmin, Role.SuperAdmin]) {
      expect(why({ actor: { id: 1, role } })).toBeNull()
      expect(why({ actor: { id: 1, role }, weeks: [] })).toBe('no-enough-minutes')
      expect(why({ actor: { id: 1, role }, lesson: null })).toBe('lesson-not-found')
    }
    expect(why({ actor: { id: 1, role: Role.TutorManager } })).toBe('forbidden')
  })

  it('requires a quarter hour, and 15 or 30 minutes', () => {
    expect(why({ start: at('11:05') })).toBe('bad-request')
    expect(why({ duration: 45 })).toBe('bad-request')
  })

  it('requires a slot of the same tutor that accepts lessons', () => {
    expect(why({ slot: null })).toBe('slot-not-found')
    expect(why({ slot: { ...slot, deleted: true } })).toBe('slot-not-found')
    expect(why({ slot: { ...slot, purpose: SlotPurpose.DemoSession } })).toBe('illegal')
    expect(why({ slot: { ...slot, purpose: SlotPurpose.General } })).toBeNull()
    expect(why({ slot: { ...slot, userId: mona } })).toBe('bad-request')
  })

  it('may overlap the lesson’s own current time', () => {
    expect(why({ start: at('10:45') })).toBeNull()
    expect(why({ start: at('10:15') })).toBeNull()
    expect(why({ start: at('10:30'), duration: 15 })).toBeNull()
  })

  it('is refused when it overlaps another lesson of the slot, also one next to its current time', () => {
    const tutorBusy = [range('10:30', '11:30')]
    expect(why({ tutorBusy, start: at('10:45') })).toBe('busy-tutor')
    expect(why({ tutorBusy, start: at('10:15') })).toBeNull()
    expect(why({ tutorBusy, start: at('11:30') })).toBeNull()
    expect(why({ start: at('11:45') })).toBe('busy-tutor')
  })

  it('is refused when it is held for another student', () => {
    const heldByOthers = [range('11:15', '11:30')]
    expect(why({ heldByOthers })).toBe('time-held')
    expect(why({ heldByOthers, duration: 15 })).toBeNull()
    expect(why({ heldByOthers, start: at('11:30') })).toBeNull()
  })

  it('is refused when it overlaps another session of the student', () => {
    expect(why({ studentBusy: [range('10:30', '11:15')] })).toBe('conflicting-lessons')
    expect(why({ studentBusy: [range('11:30', '12:00')] })).toBeNull()
  })

  it('is refused once the lesson has started or is cancelled', () => {
    const moved = { start: at('11:00') }
    expect(why({ ...moved, now: lesson.start - 1 })).toBeNull()
    expect(why({ ...moved, now: lesson.start })).toBe('lesson-time-passed')
    expect(why({ lesson: { ...lesson, canceledBy: sara, canceledAt: at('07:00') } })).toBe('lesson-time-passed')
    expect(whyNotMovable(lesson, lesson.start - 1)).toBeNull()
    expect(whyNotMovable(lesson, lesson.start)).toBe('lesson-time-passed')
  })

  it('respects the notice and never goes into the past', () => {
    expect(why({ notice: 180 })).toBeNull()
    expect(why({ notice: 181 })).toBe('bad-request')
    expect(why({ start: at('10:00'), now: at('10:00') + 1 })).toBe('bad-request')
  })

  it('requires a subscription and stays in the current week', () => {
    expect(why({ subscription: null })).toBe('subscription-required')
    const night = { ...slot, start: turn - minutes(60), end: turn + minutes(60) }
    expect(why({ slot: night, start: turn - minutes(30) })).toBeNull()
    expect(why({ slot: night, start: turn - minutes(15) })).toBe('week-boundaries-violation')
  })
})

describe('the minutes of a rebooking', () => {
  it('are the difference of the durations only', () => {
    const short = { ...lesson, duration: 15 }
    const left = (remainingMinutes: number) => ({ weeks: withReturned([{ ...week, remainingMinutes }], week, 15) })
    expect(why({ duration: 15 })).toBeNull()
    expect([15, 14].map((remaining) => why({ lesson: short, ...left(remaining) }))).toEqual([null, 'no-enough-minutes'])
  })

  it('are all of them where the lesson was paid from another week or subscription', () => {
    const paidElsewhere = { start: week.start - 1 }
    expect(why({ weeks: withReturned([{ ...week, remainingMinutes: 29 }], paidElsewhere, 30) })).toBe(
      'no-enough-minutes',
    )
    expect(why({ weeks: withReturned([{ ...week, remainingMinutes: 30 }], paidElsewhere, 30) })).toBeNull()
  })
})
