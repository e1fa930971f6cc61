import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, hours, plusDays } from '../cairo.ts'
import { type PaidPeriod, PERIOD_WEEKS, PlanPeriod, priceOfPeriod, subscriptionEnd } from '../subscriptions/periods.ts'
import {
  changeOfPlan,
  LEAST_DAYS_CHARGED,
  lessonsBeyond,
  type MadeChange,
  sharedRefund,
  termWithout,
  wholeDaysLeft,
  whyNotNextPlan,
  whyNotPlanChange,
} from './plan-change.ts'
import { TransactionStatus } from './transaction.ts'

const START = Date.parse('2026-02-11T10:00:00Z')
const END = plusDays(START, 28)
const prices = { monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
const larger = { id: 3, weeklyMinutes: 120, baseMonthlyPrice: 88_000, active: true, forInvitesOnly: false, ...prices }
const running = {
  planId: 2,
  weeklyMinutes: 60,
  periodPrice: 60_000,
  period: PlanPeriod.Month,
  start: START,
  end: END,
  terminatedAt: null,
}
const wanted = {
  student: { name: 'سارة علي', phone: '01012345678', verifiedEmail: true, birthYear: null, hasGuardian: false },
  phone: undefined,
  plan: larger,
  invite: null,
  hasCoupon: false,
  subscriptions: [running],
  orders: [],
}

describe('a change to a larger plan (docs/rules/minutes.md 9.1)', () => {
  const whyNot = (more: object = {}, now = START) => whyNotPlanChange({ ...wanted, ...more }, now)

  it('can be ordered while a plan runs, its last instant included', () => {
    expect(whyNot()).toBeNull()
    expect(whyNot({}, END)).toBeNull()
    expect(whyNot({}, END + 1)).toBe('subscription-required')
    expect(whyNot({}, START - 1)).toBe('subscription-required')
    expect(whyNot({ subscriptions: [] })).toBe('subscription-required')
    expect(whyNot({ subscriptions: [{ ...running, period: PlanPeriod.FreeTrial }] })).toBe('subscription-required')
  })

  it('can while a next period waits', () => {
    const waiting = { ...running, start: END, end: plusDays(END, 28) }
    expect(whyNot({ subscriptions: [running, waiting] })).toBeNull()
  })

  it('needs a plan of more minutes that is active and open to the student', () => {
    expect(whyNot({ plan: { ...larger, weeklyMinutes: 61 } })).toBeNull()
    expect(whyNot({ plan: { ...larger, weeklyMinutes: 60 } })).toBe('bad-request')
    expect(whyNot({ plan: null })).toBe('plan-not-found')
    expect(whyNot({ plan: { ...larger, active: false } })).toBe('plan-not-found')
    expect(whyNot({ plan: { ...larger, forInvitesOnly: true } })).toBe('forbidden')
    expect(whyNot({ plan: { ...larger, forInvitesOnly: true }, invite: { expiresAt: null } })).toBeNull()
  })

  it('takes no coupon, and needs what every order needs', () => {
    expect(whyNot({ hasCoupon: true })).toBe('coupon-not-found')
    expect(whyNot({ orders: [{ status: TransactionStatus.New, expiresAt: START + 1 }] })).toBe('illegal')
    expect(whyNot({ student: { ...wanted.student, name: 'سارة' } })).toBe('api-invalid-user-name')
    expect(whyNot({ student: { ...wanted.student, phone: null } })).toBe('phone-required')
  })
})

describe('the whole days left', () => {
  it('are counted by the wall time in Cairo, through a change of the clock', () => {
    expect(wholeDaysLeft(END, START)).toBe(28)
    expect(wholeDaysLeft(END, START + 1)).toBe(27)
    expect(wholeDaysLeft(END, plusDays(START, 14))).toBe(14)
    expect(wholeDaysLeft(END, END)).toBe(0)
    expect(wholeDaysLeft(END, END + days(3))).toBe(0)
    const beforeChange = Date.parse('2026-04-20T10:00:00Z')
    const after = plusDays(beforeChange, 10)
    expect(after - beforeChange).toBe(days(10) - hours(1))
    expect(wholeDaysLeft(after, beforeChange)).toBe(10)
  })
})

const periods = fc.constantFrom<PaidPeriod>(PlanPeriod.Month, PlanPeriod.Quarter, PlanPeriod.Year)
const sums = fc.integer({ min: 0, max: 50_000_000 })
const discounts = fc.integer({ min: 0, max: 10_000 })
const plans = fc.record({
  id: fc.constant(3),
  weeklyMinutes: fc.integer({ min: 15, max: 10_080 }),
  baseMonthlyPrice: fc.integer({ min: 1, max: 5_000_000 }),
  monthDiscount: discounts,
  quarterDiscount: discounts,
  yearDiscount: discounts,
})
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })

describe('what a change of plan costs (docs/rules/minutes.md 9.2)', () => {
  const amountAt = (now: number) => changeOfPlan(running, larger, now).amount

  it('is the difference for the days left, rounded down, and for seven days at least', () => {
    expect(amountAt(START)).toBe(28_000)
    expect(amountAt(plusDays(START, 14))).toBe(14_000)
    expect(amountAt(plusDays(START, 14) + 1)).toBe(13_000)
    expect(amountAt(plusDays(END, -LEAST_DAYS_CHARGED))).toBe(7_000)
    expect(amountAt(END - 1)).toBe(7_000)
    expect(changeOfPlan({ ...running, periodPrice: 60_001 }, larger, plusDays(START, 1)).amount).toBe(26_999)
  })

  it('is nothing where the new plan is not dearer, and the higher price stays', () => {
    expect(changeOfPlan({ ...running, periodPrice: 90_000 }, larger, START)).toMatchObject({ amount: 0, price: 90_000 })
    expect(changeOfPlan(running, larger, START)).toMatchObject({ planId: 3, weeklyMinutes: 120, price: 88_000 })
  })

  it('is never negative, never above the whole difference, and never less with more days left', () => {
    fc.assert(
      fc.property(
        periods,
        sums,
        plans,
        instants,
        fc.array(fc.nat(days(400)), { minLength: 2, maxLength: 2 }),
        (period, periodPrice, plan, start, [one = 0, other = 0]) => {
          const term = { period, periodPrice, end: subscriptionEnd(start, period) }
          const [earlier, later] = [one, other]
            .toSorted((a, b) => a - b)
            .map((ms) => changeOfPlan(term, plan, start + ms).amount)
          expect(later).toBeGreaterThanOrEqual(0)
          expect(earlier).toBeGreaterThanOrEqual(later ?? 0)
          expect(earlier).toBeLessThanOrEqual(Math.max(0, priceOfPeriod(plan, period) - periodPrice))
          expect(changeOfPlan(term, plan, start).amount).toBe(Math.max(0, priceOfPeriod(plan, period) - periodPrice))
        },
      ),
    )
  })

  it('is for the days that the plan grants: a coming pause makes it neither dearer nor cheaper, nor does one that is over', () => {
    const from = plusDays(START, 7)
    const paused = { ...running, end: plusDays(END, 14), pausedFrom: from, pausedUntil: plusDays(from, 14) }
    expect(changeOfPlan(paused, larger, plusDays(START, 4)).amount).toBe(24_000)
    expect(changeOfPlan(paused, larger, plusDays(START, 28)).amount).toBe(14_000)
    expect(changeOfPlan(paused, larger, plusDays(END, 13)).amount).toBe(7_000)
    const weeks = fc.integer({ min: 1, max: 3 })
    fc.assert(
      fc.property(periods, sums, plans, instants, weeks, fc.nat(), (period, periodPrice, plan, start, length, nth) => {
        const term = { period, periodPrice, end: subscriptionEnd(start, period) }
        const days = PERIOD_WEEKS[period] * 7
        const day = nth % (days - 7)
        const before = 7 + day - (day % 7)
        const pausedFrom = plusDays(start, before)
        const pausedUntil = plusDays(pausedFrom, length * 7)
        const moved = { ...term, end: plusDays(term.end, length * 7), pausedFrom, pausedUntil }
        const now = plusDays(start, day)
        const { amount } = changeOfPlan(term, plan, now)
        expect(changeOfPlan(moved, plan, now).amount).toBe(amount)
        // After it as many days are left as would have been without it.
        const left = nth % (days - before + 1)
        expect(changeOfPlan(moved, plan, plusDays(moved.end, -left)).amount).toBe(
          changeOfPlan(term, plan, plusDays(term.end, -left)).amount,
        )
      }),
    )
  })

  it('is never more in two steps on one day than in one', () => {
    fc.assert(
      fc.property(
        periods,
        sums,
        plans,
        plans,
        instants,
        fc.nat(365),
        (period, periodPrice, between, plan, start, day) => {
          const term = { period, periodPrice, end: subscriptionEnd(start, period) }
          const now = plusDays(start, Math.min(day, PERIOD_WEEKS[period] * 7))
          const first = changeOfPlan(term, between, now)
          const second = changeOfPlan({ ...term, periodPrice: first.price }, plan, now)
          const both = Math.max(
            0,
            priceOfPeriod(between, period) - periodPrice,
            priceOfPeriod(plan, period) - periodPrice,
          )
          expect(first.amount + second.amount).toBeLessThanOrEqual(both)
          if (priceOfPeriod(between, period) <= priceOfPeriod(plan, period))
            expect(first.amount + second.amount).toBeLessThanOrEqual(changeOfPlan(term, plan, now).amount)
        },
      ),
    )
  })
})

describe('a change that is undone (docs/rules/minutes.md 9.7)', () => {
  const term = (planId: number, weeklyMinutes: number, price: number) => ({ planId, weeklyMinutes, price })
  const [small, middle, large] = [term(1, 60, 60_000), term(2, 120, 100_000), term(3, 200, 150_000)]
  const first: MadeChange = { orderId: 11, from: small, to: middle }
  const second: MadeChange = { orderId: 12, from: middle, to: large }

  it('takes away what it added, and leaves the plan of the last change that stays', () => {
    expect(termWithout([first], 11)).toEqual(small)
    expect(termWithout([first, second], 12)).toEqual(middle)
    expect(termWithout([first, second], 11)).toEqual({ planId: 3, weeklyMinutes: 140, price: 110_000 })
    expect(termWithout([second], 12)).toEqual(middle)
  })

  it('cancels of each coming week the later lessons that its minutes do not pay for', () => {
    const week = START + days(1)
    const lesson = (id: number, inDays: number, minutes: number, of = week) => ({
      id,
      start: START + days(inDays),
      minutes,
      week: of,
    })
    const lessons = [
      lesson(1, 6, 30),
      lesson(2, 2, 30),
      lesson(3, 4, 30),
      lesson(4, 9, 30, START + days(8)),
      lesson(5, 1, 30, START),
    ]
    const beyond = (minutes: number) => lessonsBeyond(lessons, minutes, START).map(({ id }) => id)
    expect(beyond(90)).toEqual([])
    expect(beyond(89)).toEqual([1])
    expect(beyond(60)).toEqual([1])
    expect(beyond(30)).toEqual([3, 1])
    expect(beyond(29)).toEqual([2, 3, 1, 4])
  })

  it('leaves lessons that the smaller weeks pay for', () => {
    const some = fc.array(
      fc.record({ start: fc.nat(1000), week: fc.integer({ min: 0, max: 3 }), minutes: fc.constantFrom(15, 30) }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(some, fc.nat(120), (lessons, weeklyMinutes) => {
        const beyond = new Set(lessonsBeyond(lessons, weeklyMinutes, 0))
        for (const week of [1, 2, 3]) {
          const kept = lessons.filter((one) => one.week === week && !beyond.has(one))
          expect(kept.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(weeklyMinutes)
        }
        expect([...beyond].some(({ week }) => week === 0)).toBe(false)
      }),
    )
  })
})

describe('the refund of several orders (docs/rules/minutes.md 9.6)', () => {
  it('is of the newest first', () => {
    const orders = [
      { id: 1, amount: 60_000, refundedAmount: 0 },
      { id: 2, amount: 14_000, refundedAmount: 4_000 },
    ]
    const of = (refund: number) => sharedRefund(orders, refund).map(({ order, amount }) => [order.id, amount])
    expect(of(5_000)).toEqual([[2, 5_000]])
    expect(of(10_000)).toEqual([[2, 10_000]])
    expect(of(10_001)).toEqual([
      [2, 10_000],
      [1, 1],
    ])
    expect(of(70_000)).toEqual([
      [2, 10_000],
      [1, 60_000],
    ])
  })

  it('is all of it, and of no order more than is left', () => {
    const order = fc
      .record({ id: fc.nat(), amount: sums, share: fc.nat(100) })
      .map(({ id, amount, share }) => ({ id, amount, refundedAmount: Math.floor((amount * share) / 100) }))
    fc.assert(
      fc.property(fc.array(order, { maxLength: 5 }), fc.nat(100), (orders, share) => {
        const left = orders.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0)
        const refund = Math.floor((left * share) / 100)
        const shares = sharedRefund(orders, refund)
        expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(refund)
        for (const { order: of, amount } of shares) {
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(of.amount - of.refundedAmount)
        }
      }),
    )
  })
})

describe('the plan of the next period (docs/rules/minutes.md 9.8)', () => {
  const whyNot = (more: object = {}, now = START) => whyNotNextPlan({ ...wanted, isChosen: true, ...more }, now)

  it('is chosen while a plan runs and none waits, smaller or larger, and taken back', () => {
    expect(whyNot()).toBeNull()
    expect(whyNot({ plan: { ...larger, weeklyMinutes: 15 } })).toBeNull()
    expect(whyNot({ subscriptions: [] })).toBe('subscription-required')
    expect(whyNot({ plan: null })).toBe('plan-not-found')
    expect(whyNot({ plan: null, isChosen: false })).toBeNull()
    const waiting = { ...running, start: END, end: plusDays(END, 28) }
    expect(whyNot({ subscriptions: [running, waiting] })).toBe('subscription-exists')
  })
})
