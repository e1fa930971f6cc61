import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlotPurpose } from '../availability/purposes.ts'
import { addMonths, hours, minutes } from '../cairo.ts'
import {
  assertDemoSession,
  assertInterview,
  interviewRetryAt,
  type LatestInterview,
  whyNotDemoSession,
  whyNotInterview,
  whyNotInterviewed,
} from './booking.ts'
import { InterviewStatus } from './statuses.ts'
import { type MeetingRequest, meetingRange } from './times.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')
const start = now + hours(2)
const requested: MeetingRequest = {
  start,
  now,
  ownerBusy: [],
  tutorBusy: [],
  slot: { start: now, end: now + hours(6), purpose: SlotPurpose.General, deleted: false, userId: 7 },
  owner: { isManager: true, isTutorSide: true, activated: true },
}
const slot = (over: Partial<NonNullable<MeetingRequest['slot']>>) => ({
  ...requested,
  slot: requested.slot && { ...requested.slot, ...over },
})
const latest = (status: InterviewStatus): LatestInterview => ({ status, start: now - hours(1) })

describe('an interview', () => {
  it('is booked in the free time of an activated tutor manager', () => {
    expect(whyNotInterview(requested, null)).toBeNull()
    expect(whyNotInterview(slot({ purpose: SlotPurpose.Interview }), null)).toBeNull()
  })

  it('is refused in the order of the rules', () => {
    expect(whyNotInterview({ ...requested, slot: null, owner: null }, null)).toBe('slot-not-found')
    expect(whyNotInterview(slot({ deleted: true }), null)).toBe('slot-not-found')
    for (const purpose of [SlotPurpose.Lesson, SlotPurpose.DemoSession])
      expect(whyNotInterview(slot({ purpose }), null)).toBe('bad-request')
    expect(whyNotInterview({ ...requested, owner: null }, null)).toBe('user-not-found')
    for (const owner of [
      { isManager: false, isTutorSide: true, activated: true },
      { isManager: true, isTutorSide: true, activated: false },
    ])
      expect(whyNotInterview({ ...requested, owner }, latest(InterviewStatus.Pending))).toBe('bad-request')
    expect(whyNotInterview({ ...requested, start: now - 1 }, latest(InterviewStatus.Pending))).toBe(
      'conflicting-interview',
    )
    for (const wrong of [now - hours(1), start + minutes(5)])
      expect(whyNotInterview({ ...requested, start: wrong }, null)).toBe('bad-request')
    expect(whyNotInterview({ ...requested, start: now + hours(6) }, null)).toBe('busy-tutor-manager')
    const busy = [meetingRange(start - minutes(15))]
    expect(whyNotInterview({ ...requested, ownerBusy: busy }, null)).toBe('busy-tutor-manager')
    expect(whyNotInterview({ ...requested, tutorBusy: busy }, null)).toBe('conflicting-schedule')
    expect(whyNotInterview({ ...requested, tutorBusy: [meetingRange(start + minutes(30))] }, null)).toBeNull()
  })

  it('follows a rejected one after three months, a passed one after six, a cancelled one at once', () => {
    const { Pending, Passed, Rejected, CanceledByTutor, CanceledByManager } = InterviewStatus
    const afterOne = (status: InterviewStatus, startedAt: number) =>
      whyNotInterviewed({ status, start: startedAt }, now)
    expect(afterOne(Rejected, addMonths(now, -3))).toBeNull()
    expect(afterOne(Rejected, addMonths(now, -3) + 1)).toBe('conflicting-interview')
    expect(afterOne(Passed, addMonths(now, -6))).toBeNull()
    expect(afterOne(Passed, addMonths(now, -6) + 1)).toBe('conflicting-interview')
    expect(afterOne(Pending, addMonths(now, -12))).toBe('conflicting-interview')
    for (const canceled of [CanceledByTutor, CanceledByManager]) expect(afterOne(canceled, now)).toBeNull()
  })

  it('may follow a judged one after the waiting time of its verdict, over both changes of the clock', () => {
    const anyStart = fc.integer({ min: Date.parse('2024-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })
    const judged = fc.constantFrom(
      { status: InterviewStatus.Rejected, months: 3 },
      { status: InterviewStatus.Passed, months: 6 },
    )
    fc.assert(
      fc.property(
        anyStart,
        judged,
        fc.integer({ min: -hours(24), max: hours(24) }),
        (began, { status, months }, shift) => {
          const allowed = addMonths(began, months)
          const refusal = whyNotInterviewed({ status, start: began }, allowed + shift)
          expect(refusal).toBe(shift >= 0 ? null : 'conflicting-interview')
          expect(interviewRetryAt({ status, start: began })).toBe(allowed)
        },
      ),
    )
  })
})

describe('a demo session', () => {
  const ready = { hasApprovedVideo: true, hasDemo: false }

  it('is booked in the free time of an activated tutor manager', () => {
    expect(whyNotDemoSession(requested, ready)).toBeNull()
    expect(whyNotDemoSession(slot({ purpose: SlotPurpose.DemoSession }), ready)).toBeNull()
  })

  it('is refused in the order of the rules', () => {
    expect(whyNotDemoSession({ ...requested, slot: null }, ready)).toBe('slot-not-found')
    expect(whyNotDemoSession(slot({ deleted: true }), ready)).toBe('slot-not-found')
    const owned = (owner: MeetingRequest['owner']) => whyNotDemoSession({ ...requested, owner }, ready)
    expect(owned(null)).toBe('tutor-not-found')
    expect(owned({ isManager: false, isTutorSide: false, activated: false })).toBe('tutor-not-found')
    expect(owned({ isManager: false, isTutorSide: true, activated: true })).toBe('bad-request')
    expect(owned({ isManager: true, isTutorSide: true, activated: false })).toBe('inactive-tutor-manager')
    for (const purpose of [SlotPurpose.Lesson, SlotPurpose.Interview])
      expect(whyNotDemoSession(slot({ purpose }), ready)).toBe('bad-request')
    expect(whyNotDemoSession(requested, { hasApprovedVideo: false, hasDemo: true })).toBe('forbidden')
    for (const wrong of [now - hours(1), start + minutes(5), now + hours(6)])
      expect(whyNotDemoSession({ ...requested, start: wrong }, { ...ready, hasDemo: true })).toBe('bad-request')
    const busy = [meetingRange(start)]
    expect(whyNotDemoSession({ ...requested, ownerBusy: busy }, { ...ready, hasDemo: true })).toBe(
      'demo-session-exists',
    )
    expect(whyNotDemoSession({ ...requested, ownerBusy: busy }, ready)).toBe('busy-tutor-manager')
    expect(whyNotDemoSession({ ...requested, tutorBusy: busy }, ready)).toBe('conflicting-schedule')
  })
})

it('a meeting at the time of another is refused, one right before or after it is not', () => {
  const at = fc.integer({ min: 0, max: 20 }).map((quarter) => now + quarter * minutes(15))
  fc.assert(
    fc.property(at, at, fc.constantFrom('ownerBusy', 'tutorBusy'), (own, other, whose) => {
      const request = { ...requested, start: own, [whose]: [meetingRange(other)] }
      const code = whose === 'ownerBusy' ? 'busy-tutor-manager' : 'conflicting-schedule'
      const expected = Math.abs(own - other) < minutes(30) ? code : null
      expect(whyNotInterview(request, null)).toBe(expected)
      expect(whyNotDemoSession(request, { hasApprovedVideo: true, hasDemo: false })).toBe(expected)
    }),
  )
})

it('a meeting that is refused throws its code', () => {
  expect(() => assertInterview(requested, latest(InterviewStatus.Pending))).toThrow('conflicting-interview')
  expect(() => assertDemoSession(requested, { hasApprovedVideo: false, hasDemo: false })).toThrow('forbidden')
  assertInterview(requested, null)
  assertDemoSession(requested, { hasApprovedVideo: true, hasDemo: false })
})
