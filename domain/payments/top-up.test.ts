import { describe, expect, it } from 'vitest'
import { hours, plusDays } from '../cairo.ts'
import { PlanPeriod } from '../subscriptions/periods.ts'
import { priceOfTopUp, topUpEnd, whyNotTopUp } from './top-up.ts'
import { TransactionStatus } from './transaction.ts'

const START = Date.parse('2026-02-11T10:00:00Z')
const FIRST_WEEK = START - hours(7)
const running = {
  planId: 2,
  period: PlanPeriod.Month,
  start: START,
  end: plusDays(START, 28),
  terminatedAt: null,
}
const wanted = {
  student: { name: 'سارة علي', phone: '01012345678', verifiedEmail: true, birthYear: null, hasGuardian: false },
  phone: undefined,
  planId: 2,
  price: 10_000,
  hasCoupon: false,
  subscriptions: [running],
  orders: [],
}
const whyNot = (more: Partial<typeof wanted> | object = {}) => whyNotTopUp({ ...wanted, ...more }, START)

describe('minutes in addition to a plan’s (docs/rules/minutes.md 8.1)', () => {
  it('can be ordered during the plan that they name', () => {
    expect(whyNot()).toBeNull()
    expect(whyNot({ planId: 3 })).toBe('plan-not-found')
  })

  it('cannot without a plan, after it, and during the free trial', () => {
    expect(whyNot({ subscriptions: [] })).toBe('subscription-required')
    expect(whyNotTopUp(wanted, running.end)).toBeNull()
    expect(whyNotTopUp(wanted, running.end + 1)).toBe('subscription-required')
    expect(whyNotTopUp(wanted, START - 1)).toBe('subscription-required')
    const trial = { ...running, planId: null, period: PlanPeriod.FreeTrial }
    expect(whyNot({ subscriptions: [trial] })).toBe('subscription-required')
  })

  it('cannot where they are not sold, with a coupon, or beside an open order', () => {
    expect(whyNot({ price: 0 })).toBe('plan-not-found')
    expect(whyNot({ hasCoupon: true })).toBe('coupon-not-found')
    const open = { status: TransactionStatus.New, expiresAt: START + 1 }
    expect(whyNot({ orders: [open] })).toBe('illegal')
    expect(whyNot({ orders: [{ ...open, expiresAt: START }] })).toBeNull()
  })

  it('need a name and a phone number as every order does', () => {
    expect(whyNot({ student: { ...wanted.student, name: 'سارة' } })).toBe('api-invalid-user-name')
    expect(whyNot({ student: { ...wanted.student, phone: null } })).toBe('phone-required')
  })

  it('cost what the settings say', () => {
    const prices = { topUpPrice30: 9_500, topUpPrice60: 18_000 }
    expect([priceOfTopUp(30, prices), priceOfTopUp(60, prices)]).toEqual([9_500, 18_000])
  })
})

describe('how long they last (docs/rules/minutes.md 8.2)', () => {
  it('is until the end of the next week, at least seven days', () => {
    expect(topUpEnd(running, START)).toBe(plusDays(FIRST_WEEK, 14))
    expect(topUpEnd(running, plusDays(FIRST_WEEK, 7) - 1)).toBe(plusDays(FIRST_WEEK, 14))
    expect(topUpEnd(running, plusDays(FIRST_WEEK, 7))).toBe(plusDays(FIRST_WEEK, 21))
  })

  it('is longer by a pause between the two weeks, and by no other', () => {
    const pausedFrom = plusDays(FIRST_WEEK, 7)
    const pausedUntil = plusDays(pausedFrom, 14)
    const paused = { ...running, end: plusDays(running.end, 14), pausedFrom, pausedUntil }
    expect(topUpEnd(paused, START)).toBe(plusDays(FIRST_WEEK, 28))
    expect(topUpEnd(paused, pausedUntil)).toBe(plusDays(FIRST_WEEK, 35))
    expect(topUpEnd({ ...paused, pausedFrom: pausedUntil, pausedUntil: plusDays(pausedUntil, 7) }, START)).toBe(
      plusDays(FIRST_WEEK, 14),
    )
  })

  it('is never longer than the plan', () => {
    expect(topUpEnd(running, plusDays(FIRST_WEEK, 14))).toBe(running.end)
    expect(topUpEnd(running, plusDays(FIRST_WEEK, 21))).toBe(running.end)
  })
})
