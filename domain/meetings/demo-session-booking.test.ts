import { expect, it } from 'vitest'
import { type ManagerMeetingRequest, managerMeetingRange } from '../availability/manager-meetings.ts'
import { SlotPurpose } from '../availability/purposes.ts'
import { hours, minutes } from '../cairo.ts'
import { assertDemoSession, whyNotDemoSession } from './demo-session-booking.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')
const start = now + hours(2)
const ready = { hasApprovedVideo: true, hasDemo: false }
const requested: ManagerMeetingRequest = {
  start,
  now,
  ownerBusy: [],
  tutorBusy: [],
  slot: { start: now, end: now + hours(6), purpose: SlotPurpose.DemoSession, deleted: false, userId: 7 },
  owner: { isManager: true, isTutorSide: true, activated: true },
}

it('a demo session is refused in the order of the rules', () => {
  expect(whyNotDemoSession(requested, ready)).toBeNull()
  expect(whyNotDemoSession({ ...requested, slot: null }, ready)).toBe('slot-not-found')
  const owned = (owner: ManagerMeetingRequest['owner']) => whyNotDemoSession({ ...requested, owner }, ready)
  expect(owned({ isManager: false, isTutorSide: false, activated: false })).toBe('tutor-not-found')
  expect(owned({ isManager: false, isTutorSide: true, activated: true })).toBe('bad-request')
  expect(owned({ isManager: true, isTutorSide: true, activated: false })).toBe('inactive-tutor-manager')
  const lesson = requested.slot && { ...requested.slot, purpose: SlotPurpose.Lesson }
  expect(whyNotDemoSession({ ...requested, slot: lesson }, ready)).toBe('bad-request')
  expect(whyNotDemoSession(requested, { hasApprovedVideo: false, hasDemo: true })).toBe('forbidden')
  for (const wrong of [now - hours(1), start + minutes(5), now + hours(6)])
    expect(whyNotDemoSession({ ...requested, start: wrong }, { ...ready, hasDemo: true })).toBe('bad-request')
  const busy = [managerMeetingRange(start)]
  expect(whyNotDemoSession({ ...requested, ownerBusy: busy }, { ...ready, hasDemo: true })).toBe('demo-session-exists')
  expect(whyNotDemoSession({ ...requested, ownerBusy: busy }, ready)).toBe('busy-tutor-manager')
  expect(whyNotDemoSession({ ...requested, tutorBusy: busy }, ready)).toBe('conflicting-schedule')
})

it('a demo session that is refused throws its code', () => {
  expect(() => assertDemoSession({ ...requested, slot: null }, ready)).toThrow('slot-not-found')
  assertDemoSession(requested, ready)
})
