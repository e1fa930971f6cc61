import { describe, expect, it } from 'vitest'
import { days } from '../cairo.ts'
import { PlanPeriod } from '../subscriptions/periods.ts'
import { type NewOrder, whyNotOrderable } from './new-order.ts'
import { TransactionStatus } from './transaction.ts'

const NOW = Date.UTC(2026, 1, 11, 10)
const plan = { id: 1, active: true, forInvitesOnly: false }
const coupon = {
  planId: 1,
  monthDiscount: 10,
  quarterDiscount: 10,
  yearDiscount: 10,
  expiresAt: NOW + 1,
  maxUses: 2,
  usedCount: 1,
}
const living = { start: NOW - 1, end: NOW + 1, terminatedAt: null }

const why = (more: Partial<NewOrder> = {}) =>
  whyNotOrderable(
    {
      student: { name: 'سارة علي', phone: '01012345678', verifiedEmail: true, birthYear: null, hasGuardian: false },
      phone: undefined,
      plan,
      invite: null,
      coupon: undefined,
      subscriptions: [],
      orders: [],
      ...more,
    },
    NOW,
  )

describe('an order', () => {
  it('can be created by a student with a phone number and without a paid subscription', () => {
    expect(why()).toBeNull()
    expect(why({ subscriptions: [{ ...living, period: PlanPeriod.FreeTrial }] })).toBeNull()
    expect(why({ subscriptions: [{ ...living, period: PlanPeriod.Month, terminatedAt: NOW }] })).toBeNull()
  })

  it('requires a phone number, and a full name', () => {
    const student = { name: 'سارة', phone: null, verifiedEmail: true, birthYear: null, hasGuardian: false }
    for (const name of [null, '', 'سارة', ' سارة '])
      expect(why({ student: { ...student, name } })).toBe('api-invalid-user-name')
    const named = { ...student, name: 'سارة علي' }
    expect(why({ student: named })).toBe('phone-required')
    expect(why({ student: named, phone: '01012345678' })).toBeNull()
    expect(why({ phone: '01112345678' })).toBe('incorrect-phone')
  })

  it('requires an active plan, and an invite to a plan for invites only', () => {
    expect(why({ plan: null })).toBe('plan-not-found')
    expect(why({ plan: { ...plan, active: false } })).toBe('plan-not-found')
    const closed = { ...plan, forInvitesOnly: true }
    expect(why({ plan: closed })).toBe('forbidden')
    expect(why({ plan: closed, invite: { expiresAt: NOW } })).toBe('forbidden')
    expect(why({ plan: closed, invite: { expiresAt: null } })).toBeNull()
    const student = {
      name: 'سارة علي',
      phone: '01012345678',
      verifiedEmail: false,
      birthYear: null,
      hasGuardian: false,
    }
    expect(why({ plan: closed, invite: { expiresAt: null }, student })).toBe('forbidden')
  })

  it('accepts a coupon of the plan that has uses left', () => {
    expect(why({ coupon })).toBeNull()
    expect(why({ coupon: null })).toBe('coupon-not-found')
    expect(why({ coupon: { ...coupon, planId: 2 } })).toBe('coupon-not-found')
    expect(why({ coupon: { ...coupon, usedCount: 2 } })).toBe('expired-coupon-expire-date')
    expect(why({ coupon: { ...coupon, usedCount: 2, maxUses: null } })).toBeNull()
  })

  it('is refused with a plan, until its last ten days and while another waits, and with an order that can still be paid', () => {
    const ending = { ...living, period: PlanPeriod.Month }
    expect(why({ subscriptions: [{ ...ending, end: NOW + days(11) }] })).toBe('subscription-exists')
    expect(why({ subscriptions: [ending] })).toBeNull()
    const waiting = { ...ending, start: ending.end, end: NOW + days(28) }
    expect(why({ subscriptions: [ending, waiting] })).toBe('subscription-exists')
    const order = { status: TransactionStatus.Processed, expiresAt: NOW + 1 }
    for (const expiresAt of [NOW + 1, null]) expect(why({ orders: [{ ...order, expiresAt }] })).toBe('illegal')
    expect(why({ orders: [{ ...order, expiresAt: NOW }] })).toBeNull()
    expect(why({ orders: [{ ...order, status: TransactionStatus.Canceled }] })).toBeNull()
  })
})
