import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import {
  IDLE_AFTER,
  isWithoutLesson,
  LOW_RATING,
  latestRisk,
  RISK_REMEMBERED,
  type RiskFacts,
  risksOf,
} from './risk.ts'

const now = fromIso('2026-11-21T10:00:00Z')
const calm: RiskFacts = {
  planSince: now - 2 * IDLE_AFTER,
  remainingMinutes: 30,
  lastLessonEnd: now - 1,
  latest: [],
  lowRatingAt: null,
}
const risks = (rest: Partial<RiskFacts> = {}) => risksOf({ ...calm, ...rest }, now)
const lesson = (end: number, isMissed: boolean) => ({ end, isMissed })

it('counts ten days without a lesson, a rating of 2, and what happened in thirty days (docs/rules/staff.md 13.1)', () => {
  expect([IDLE_AFTER, RISK_REMEMBERED, LOW_RATING]).toEqual([10 * 24 * 3_600_000, 30 * 24 * 3_600_000, 2])
})

describe('a student is at risk', () => {
  it('without a lesson for ten days, though there are minutes left', () => {
    expect(risks()).toEqual({ idleSince: null, missedAt: null, lowRatedAt: null })
    expect(risks({ lastLessonEnd: now - IDLE_AFTER }).idleSince).toBe(now)
    expect(risks({ lastLessonEnd: now - IDLE_AFTER + 1 }).idleSince).toBeNull()
    expect(risks({ lastLessonEnd: now + 1 }).idleSince).toBeNull()
    expect(risks({ lastLessonEnd: now - IDLE_AFTER, remainingMinutes: 0 }).idleSince).toBeNull()
    expect(isWithoutLesson({ ...calm, lastLessonEnd: now - IDLE_AFTER, remainingMinutes: 0 }, now)).toBe(true)
  })

  it('counted from the plan’s start where no lesson was since, and not without a plan', () => {
    expect(risks({ lastLessonEnd: null }).idleSince).toBe(now - IDLE_AFTER)
    expect(risks({ lastLessonEnd: null, planSince: now - IDLE_AFTER + 1 }).idleSince).toBeNull()
    expect(risks({ lastLessonEnd: 0, planSince: null }).idleSince).toBeNull()
    expect(isWithoutLesson({ ...calm, planSince: null }, now)).toBe(false)
  })

  it('who missed the last two lessons, for thirty days', () => {
    const [first, second] = [lesson(now - 2000, true), lesson(now - 1000, true)]
    expect(risks({ latest: [second, first] }).missedAt).toBe(now - 1000)
    expect(risks({ latest: [second] }).missedAt).toBeNull()
    expect(risks({ latest: [second, lesson(now - 2000, false), first] }).missedAt).toBeNull()
    expect(risks({ latest: [lesson(now - 500, false), second, first] }).missedAt).toBeNull()
    const old = now - RISK_REMEMBERED
    expect(risks({ latest: [lesson(old, true), lesson(old - 1, true)] }).missedAt).toBeNull()
    expect(risks({ latest: [lesson(old + 1, true), lesson(old - 1, true)] }).missedAt).toBe(old + 1)
  })

  it('who gave a low rating, for thirty days', () => {
    const old = now - RISK_REMEMBERED
    expect([old, old + 1, now].map((lowRatingAt) => risks({ lowRatingAt }).lowRatedAt)).toEqual([null, old + 1, now])
  })
})

it('the latest reason dates the risk', () => {
  expect(latestRisk({ idleSince: 3, missedAt: 7, lowRatedAt: null })).toBe(7)
  expect(latestRisk({ idleSince: null, missedAt: null, lowRatedAt: null })).toBeNull()
})
