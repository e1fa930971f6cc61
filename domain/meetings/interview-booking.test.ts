import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ManagerMeetingRequest, managerMeetingRange } from '../availability/manager-meetings.ts'
import { SlotPurpose } from '../availability/purposes.ts'
import { addMonths, hours, minutes } from '../cairo.ts'
import {
  assertInterview,
  interviewRetryAt,
  type LatestInterview,
  whyNotInterview,
  whyNotInterviewed,
} from './interview-booking.ts'
import { InterviewStatus } from './interview-statuses.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')
const start = now + hours(2)
const requested: ManagerMeetingRequest = {
  start,
  now,
  ownerBusy: [],
  tutorBusy: [],
  slot: { start: now, end: now + hours(6), purpose: SlotPurpose.Interview, deleted: false, userId: 7 },
  owner: { isManager: true, isTutorSide: true, activated: true },
}
const slot = (over: Partial<NonNullable<ManagerMeetingRequest['slot']>>) => ({
  ...requested,
  slot: requested.slot && { ...requested.slot, ...over },
})
const latest = (status: InterviewStatus): LatestInterview => ({ status, start: now - hours(1) })

describe('an interview', () => {
  it('is booked in the free time of an activated tutor manager', () => {
    expect(whyNotInterview(requested, null)).toBeNull()
    expect(whyNotInterview(slot({ purpose: SlotPurpose.General }), null)).toBeNull()
  })

  it('is refused in the order of the rules', () => {
    expect(whyNotInterview({ ...requested, slot: null, owner: null }, null)).toBe('slot-not-found')
    expect(whyNotInterview(slot({ deleted: true }), null)).toBe('slot-not-found')
    expect(whyNotInterview(slot({ purpose: SlotPurpose.Lesson }), null)).toBe('bad-request')
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
    const busy = [managerMeetingRange(start - minutes(15))]
    expect(whyNotInterview({ ...requested, ownerBusy: busy }, null)).toBe('busy-tutor-manager')
    expect(whyNotInterview({ ...requested, tutorBusy: busy }, null)).toBe('conflicting-schedule')
    expect(whyNotInterview({ ...requested, tutorBusy: [managerMeetingRange(start + minutes(30))] }, null)).toBeNull()
  })

  it('follows a rejected one after three months, a passed one after six, a cancelled one at once', () => {
    const { Pending, Passed, Rejected, CanceledByInterviewee, CanceledByInterviewer } = InterviewStatus
    const afterOne = (status: InterviewStatus, startedAt: number) =>
      whyNotInterviewed({ status, start: startedAt }, now)
    expect(afterOne(Rejected, addMonths(now, -3))).toBeNull()
    expect(afterOne(Rejected, addMonths(now, -3) + 1)).toBe('conflicting-interview')
    expect(afterOne(Passed, addMonths(now, -6))).toBeNull()
    expect(afterOne(Passed, addMonths(now, -6) + 1)).toBe('conflicting-interview')
    expect(afterOne(Pending, addMonths(now, -12))).toBe('conflicting-interview')
    for (const canceled of [CanceledByInterviewee, CanceledByInterviewer]) expect(afterOne(canceled, now)).toBeNull()
  })
  it('follows a judged one by its own time, over both changes of the clock', () => {
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

it('an interview that is refused throws its code', () => {
  expect(() => assertInterview(requested, latest(InterviewStatus.Pending))).toThrow('conflicting-interview')
  assertInterview(requested, null)
})
