import { describe, expect, it } from 'vitest'
import { hours } from '../cairo.ts'
import { dueReminders } from './reminders.ts'

const start = Date.parse('2026-03-01T18:00:00Z')
const lesson = { start, bookedAt: start - hours(72) }

describe('the reminder of a lesson', () => {
  it('is due from exactly a day before', () => {
    expect(dueReminders(lesson, start - hours(24) - 1)).toEqual([])
    expect(dueReminders(lesson, start - hours(24))).toEqual(['day'])
  })

  it('is replaced by the one of the last hour', () => {
    expect(dueReminders(lesson, start - hours(1) - 1)).toEqual(['day'])
    expect(dueReminders(lesson, start - hours(1))).toEqual(['hour'])
  })

  it('ends with the start', () => {
    expect(dueReminders(lesson, start - 1)).toEqual(['hour'])
    expect(dueReminders(lesson, start)).toEqual([])
  })

  it('is omitted for a lesson that was booked or moved within that time', () => {
    expect(dueReminders({ start, bookedAt: start - hours(24) }, start - hours(23))).toEqual([])
    expect(dueReminders({ start, bookedAt: start - hours(2) }, start - hours(1))).toEqual(['hour'])
    expect(dueReminders({ start, bookedAt: start - hours(1) }, start - 1)).toEqual([])
  })
})
