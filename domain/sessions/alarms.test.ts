import { describe, expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import type { ScheduledMeeting } from './access.ts'
import { hasReminderDue, nextAlarm } from './alarms.ts'

const start = hours(100)
const lesson: ScheduledMeeting = {
  kind: 'lesson',
  memberIds: [1, 2],
  start,
  end: start + minutes(30),
  isCanceled: false,
}
const over = start + minutes(60) + 1

describe('a session sets its alarm', () => {
  it('a day and an hour before a lesson, and when its room closes', () => {
    const alarms = [0, start - hours(24), start - hours(1), start].map((now) => nextAlarm(lesson, now))
    expect(alarms).toEqual([start - hours(24), start - hours(1), over, over])
    expect(nextAlarm(lesson, over)).toBeNull()
  })

  it('of an interview likewise, of a cancelled meeting never', () => {
    expect(nextAlarm({ ...lesson, kind: 'interview' }, 0)).toBe(start - hours(24))
    expect(nextAlarm({ ...lesson, isCanceled: true }, 0)).toBeNull()
  })
})

it('a reminder is due once, and never after the start', () => {
  const due = (lookedAt: number, now: number, meeting = lesson) => hasReminderDue(meeting, lookedAt, now)
  expect(due(0, start - hours(24) - 1)).toBe(false)
  expect(due(0, start - hours(24))).toBe(true)
  expect(due(start - hours(24), start - hours(23))).toBe(false)
  expect(due(start - hours(2), start - minutes(59))).toBe(true)
  expect(due(start - hours(2), start)).toBe(false)
  expect(due(0, start - hours(1), { ...lesson, isCanceled: true })).toBe(false)
  expect(due(0, start - hours(1), { ...lesson, kind: 'demo' })).toBe(true)
})
