import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { currentOf, endedPlanOf, isCurrent } from './current.ts'
import { PlanPeriod } from './periods.ts'

const start = fromIso('2026-11-04T13:20:00Z')
const end = fromIso('2026-12-02T13:20:00Z')
const month = { period: PlanPeriod.Month, start, end, terminatedAt: null }
const trial = {
  period: PlanPeriod.FreeTrial,
  start: start + 1,
  end: fromIso('2126-11-04T13:20:00Z'),
  terminatedAt: null,
}

describe('a subscription', () => {
  it('is current up to and including its end', () => {
    expect([end - 1, end, end + 1].map((now) => isCurrent(month, now))).toEqual([true, true, false])
  })

  it('is not current once it is terminated', () => {
    expect(isCurrent({ ...month, terminatedAt: start }, start)).toBe(false)
  })
})

describe('of several current subscriptions', () => {
  it('a paid one is used before the free trial, whichever started first', () => {
    expect(currentOf([trial, month], start + 1)).toBe(month)
    const late = { ...trial, start: start + 1 }
    for (const both of [
      [late, month],
      [month, late],
    ])
      expect(currentOf(both, start + 2)).toBe(month)
  })

  it('the one that started last is used', () => {
    const later = { ...month, start: start + 1 }
    expect(currentOf([month, later], start + 1)).toBe(later)
  })

  it('there may be none', () => {
    expect(currentOf([month], end + 1)).toBeNull()
    expect(currentOf([], start)).toBeNull()
  })
})

describe('the plan that ended last', () => {
  const plan = { ...month, planId: 7 }
  const free = { ...trial, planId: null }

  it('is one that was paid for, is over or terminated, and ended after the others', () => {
    const earlier = { ...plan, end: end - 2 }
    const cut = { ...plan, end: end + 5, terminatedAt: end - 1 }
    expect(endedPlanOf([earlier, plan, cut, free], end + 1)).toBe(plan)
    expect(endedPlanOf([earlier, cut, free], end + 1)).toBe(cut)
    expect(endedPlanOf([free], end + 1)).toBeNull()
    expect(endedPlanOf([{ ...plan, planId: null }], end + 1)).toBeNull()
    expect(endedPlanOf([], end)).toBeNull()
  })

  it('is none while a plan goes on', () => {
    expect(endedPlanOf([plan, { ...plan, terminatedAt: start }], end)).toBeNull()
  })
})
