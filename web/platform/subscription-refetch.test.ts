import { describe, expect, it } from 'vitest'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { subscriptionRefetchInterval } from './subscription-refetch.ts'

const month = { period: PlanPeriod.Month, start: '2027-10-10T12:00:00.000Z', end: '2027-11-07T13:00:00.000Z' }
const stays = (now: string) => subscriptionRefetchInterval(month, null, Date.parse(now))

describe('the minutes of a page', () => {
  it('are requested again when their week turns, at 05:00 in Cairo before and after the clocks go back', () => {
    expect(stays('2027-10-24T01:00:00Z')).toBe(3_600_000)
    expect(stays('2027-10-31T01:00:00Z')).toBe(7_200_000)
  })

  it('are requested again when the plan ends', () => {
    expect(stays('2027-11-07T12:30:00Z')).toBe(1_800_000)
  })

  it('are requested at most four times a minute, and at least once a day', () => {
    expect(stays('2027-10-24T01:59:59.999Z')).toBe(15_000)
    expect(stays('2027-10-20T12:00:00Z')).toBe(86_400_000)
  })

  it('are requested again when a plan that waits begins', () => {
    const now = Date.parse(month.start) - 1_800_000
    expect(subscriptionRefetchInterval(null, month, now)).toBe(1_800_000)
  })

  it('of a free trial, or without a subscription, are not requested again', () => {
    const now = Date.parse('2027-10-24T01:00:00Z')
    expect(subscriptionRefetchInterval({ ...month, period: PlanPeriod.FreeTrial }, null, now)).toBe(false)
    expect(subscriptionRefetchInterval(null, null, now)).toBe(false)
  })
})
