import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const event = {
  uid: 'lesson-7@hessa',
  start: Date.parse('2026-11-22T18:00:00+02:00'),
  end: Date.parse('2026-11-22T18:30:00+02:00'),
  now: Date.parse('2026-11-21T08:00:00Z'),
  summary: 'حصة إنجليزي مع عمر',
  description: 'ادخل الحصة من هنا: http://localhost:8787/lesson/7',
  url: 'http://localhost:8787/lesson/7',
  reminder: 'حصتك كمان ساعة',
}
const linesOf = (file: string) => file.split('\r\n')
const unfolded = (file: string) => linesOf(file.replaceAll('\r\n ', ''))

describe('the calendar file of a lesson', () => {
  it('says the times in UTC', () => {
    expect(linesOf(calendarFile(event))).toContain('DTSTART:20261122T160000Z')
    expect(linesOf(calendarFile(event))).toContain('DTEND:20261122T163000Z')
  })

  it('keeps its identity when the lesson moves, and comes after the earlier file', () => {
    const moved = calendarFile({ ...event, start: event.start + 3_600_000, now: event.now + 60_000 })
    const sequence = (file: string) =>
      Number(
        linesOf(file)
          .find((line) => line.startsWith('SEQUENCE:'))
          ?.slice(9),
      )
    expect(linesOf(moved)).toContain('UID:lesson-7@hessa')
    expect(sequence(moved)).toBe(sequence(calendarFile(event)) + 1)
  })

  it('holds no line of more than 75 octets, and loses no letter by folding', () => {
    const summary = 'حصة إنجليزي مع الأستاذ عبد الرحمن عبد المنعم السيد الشرقاوي، مدرّس أول'
    const file = calendarFile({ ...event, summary })
    for (const line of linesOf(file)) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(unfolded(file)).toContain(`SUMMARY:${summary}`)
  })

  it('escapes what the format reserves', () => {
    expect(unfolded(calendarFile({ ...event, summary: 'a, b; c\\d\ne' }))).toContain('SUMMARY:a\\, b\\; c\\\\d\\ne')
  })
})
