import { describe, expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import { noticeDueAt, noticeOf, whenAllowed } from './schedule-notices.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')

describe('the notice of a changed meeting', () => {
  it('is due after a quiet minute, and earlier where the meeting starts within eleven', () => {
    const dueAfter = (untilStart: number) => noticeDueAt(NOW + minutes(untilStart), NOW) - NOW
    expect([60, 11, 10.5, 10, 3, -5].map(dueAfter)).toEqual([minutes(1), minutes(1), minutes(0.5), 0, 0, 0])
  })

  it('says what differs between what is known and what is, until the meeting is over', () => {
    const one = { start: NOW + hours(2), duration: 30 }
    const later = { ...one, start: one.start + minutes(15) }
    const shorter = { ...one, duration: 15 }
    expect(noticeOf(null, one, NOW)).toBe('booked')
    expect(noticeOf(one, null, NOW)).toBe('canceled')
    expect(noticeOf(one, later, NOW)).toBe('moved')
    expect(noticeOf(one, shorter, NOW)).toBe('moved')
    expect(noticeOf(one, { ...one }, NOW)).toBeNull()
    expect(noticeOf(null, null, NOW)).toBeNull()
    const end = one.start + minutes(30)
    expect([end - 1, end].map((now) => noticeOf(null, one, now))).toEqual(['booked', null])
    expect([end - 1, end].map((now) => noticeOf(one, null, now))).toEqual(['canceled', null])
  })

  it('of a pair that has had six in a day waits for the day’s end, or for two hours before the start, one an hour', () => {
    const daily = (count: number) => ({ count, resetsAt: NOW + hours(20) })
    const urgent = { count: 1, resetsAt: NOW + minutes(40) }
    const allowed = (count: number, used: typeof urgent | null, startsIn: number) => {
      const { at, countsAs } = whenAllowed({ daily: daily(count), urgent: used }, NOW + hours(startsIn), NOW)
      return [countsAs, (at - NOW) / hours(1)]
    }
    expect(allowed(5, urgent, 30)).toEqual(['daily', 0])
    expect(allowed(6, null, 30)).toEqual(['urgent', 20])
    expect(allowed(6, null, 21)).toEqual(['urgent', 19])
    expect(allowed(6, null, 1)).toEqual(['urgent', 0])
    expect(allowed(6, urgent, 1)).toEqual(['urgent', 40 / 60])
    expect(whenAllowed({ daily: { count: 6, resetsAt: NOW }, urgent }, NOW + hours(30), NOW).countsAs).toBe('daily')
    expect(allowed(6, { count: 1, resetsAt: NOW }, 1)).toEqual(['urgent', 0])
    expect(whenAllowed({ daily: null, urgent: null }, NOW, NOW)).toEqual({ at: NOW, countsAs: 'daily' })
  })
})
