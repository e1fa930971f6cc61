import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, fromIso, hours, type Instant, localDay, localTime, minutes } from '../cairo.ts'
import {
  isRenewalOpen,
  nextRenewalStep,
  RENEWAL_NOTICE,
  RENEWAL_PAUSE,
  renewalAmount,
  renewalTimes,
} from './card-renewal.ts'
import { isPaidPeriod, PlanPeriod, subscriptionEnd } from './periods.ts'
import { renewableFrom } from './renewal.ts'

const end = fromIso('2026-12-02T13:20:00Z')
const [first, second] = renewalTimes(end).announcements
const [charge, evening, morning] = renewalTimes(end).charges
const fresh = { end, announcedAt: null, charges: [] }
const refused = (at: Instant) => ({ at, isOpen: false })

/** Instants of two years, in which Cairo's clocks change four times. */
const instants = fc.integer({ min: fromIso('2026-01-01T00:00:00Z'), max: fromIso('2028-01-01T00:00:00Z') })
const periods = fc.constantFrom(...Object.values(PlanPeriod).filter(isPaidPeriod))
const ends = fc.tuple(instants, periods).map(([start, period]) => subscriptionEnd(start, period))

/** Lives a renewal whose job comes after these pauses and whose charges fail; answers what was done and when. */
function lived(endsAt: Instant, pauses: readonly number[]) {
  const state = { end: endsAt, announcedAt: null as Instant | null, charges: [] as { at: Instant; isOpen: boolean }[] }
  const announced: Instant[] = []
  let now = endsAt - days(9)
  for (const pause of pauses) {
    const step = nextRenewalStep(state, now)
    if (step.kind === 'end') return { announced, charges: state.charges, ended: step.why, at: now }
    if (step.kind === 'announce') {
      announced.push(now)
      state.announcedAt = now
    }
    if (step.kind === 'charge') {
      expect(now - (announced.at(-1) ?? Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(RENEWAL_NOTICE)
      state.charges.push({ at: now, isOpen: false })
    }
    now += pause
  }
  return { announced, charges: state.charges, ended: null, at: now }
}

describe('the renewal by card', () => {
  it('is announced three days and a day before its charge, and repeated after 12 and 24 hours', () => {
    expect([first, second].map((at) => charge - at)).toEqual([days(3), days(1)])
    expect([evening - charge, morning - charge]).toEqual([hours(12), hours(24)])
    expect([localDay(charge), localTime(charge).hour]).toEqual(['2026-11-30', 10])
  })

  it('keeps the clock of Cairo and ends before the plan, through every change of the clocks', () => {
    void fc.assert(
      fc.property(ends, (at) => {
        const { announcements, charges } = renewalTimes(at)
        expect([...announcements, ...charges].map((one) => localTime(one).hour)).toEqual([10, 10, 10, 22, 10])
        const all = [renewableFrom(at), ...announcements, ...charges, at - hours(12)]
        expect(all.toSorted((one, other) => one - other)).toEqual(all)
      }),
    )
  })

  it('can be switched on until a day before the charge', () => {
    expect(isRenewalOpen(end, second - 1)).toBe(true)
    expect(isRenewalOpen(end, second)).toBe(false)
  })

  it('announces at its times, and a second time only where the first was before that', () => {
    expect(nextRenewalStep(fresh, first - 1)).toEqual({ kind: 'wait', until: first })
    expect(nextRenewalStep(fresh, first)).toEqual({ kind: 'announce' })
    expect(nextRenewalStep({ ...fresh, announcedAt: first }, second - 1)).toEqual({ kind: 'wait', until: second })
    expect(nextRenewalStep({ ...fresh, announcedAt: first }, second)).toEqual({ kind: 'announce' })
    expect(nextRenewalStep({ ...fresh, announcedAt: second }, second)).toEqual({ kind: 'wait', until: charge })
  })

  it('charges at its time, and later where the announcement came late', () => {
    const announced = { ...fresh, announcedAt: second }
    expect(nextRenewalStep(announced, charge - 1)).toEqual({ kind: 'wait', until: charge })
    expect(nextRenewalStep(announced, charge)).toEqual({ kind: 'charge' })
    const late = { ...fresh, announcedAt: charge }
    expect(nextRenewalStep(late, charge)).toEqual({ kind: 'wait', until: charge + RENEWAL_NOTICE })
    expect(nextRenewalStep(late, charge + RENEWAL_NOTICE)).toEqual({ kind: 'charge' })
  })

  it('repeats twice and then ends; after a late charge no sooner than eleven hours later', () => {
    const charged = (...at: Instant[]) => ({ ...fresh, announcedAt: second, charges: at.map(refused) })
    expect(nextRenewalStep(charged(charge), evening - 1)).toEqual({ kind: 'wait', until: evening })
    expect(nextRenewalStep(charged(charge), evening)).toEqual({ kind: 'charge' })
    const late = evening - minutes(1)
    expect(nextRenewalStep(charged(late), evening)).toEqual({ kind: 'wait', until: late + RENEWAL_PAUSE })
    expect(nextRenewalStep(charged(charge, evening), morning)).toEqual({ kind: 'charge' })
    expect(nextRenewalStep(charged(charge, evening, morning), morning)).toEqual({ kind: 'end', why: 'failed' })
  })

  it('announces nothing between the repeats, and looks at a plan again when it ends', () => {
    const tried = { ...fresh, announcedAt: first, charges: [refused(charge)] }
    expect(nextRenewalStep(tried, evening)).toEqual({ kind: 'charge' })
    const late = { ...fresh, announcedAt: second, charges: [refused(charge), refused(end - hours(5))] }
    expect(nextRenewalStep(late, end - 1)).toEqual({ kind: 'wait', until: end })
  })

  it('waits for a charge without an answer, however many there were', () => {
    const open = { ...fresh, announcedAt: second, charges: [refused(charge), { at: evening, isOpen: true }] }
    expect(nextRenewalStep(open, morning)).toEqual({ kind: 'wait', until: morning + minutes(10) })
  })

  it('charges nothing once the plan has ended, and does not announce what it can no longer charge in time', () => {
    expect(nextRenewalStep({ ...fresh, announcedAt: second }, end)).toEqual({ kind: 'end', why: 'late' })
    expect(nextRenewalStep({ ...fresh, announcedAt: second, charges: [refused(charge)] }, end)).toEqual({
      kind: 'end',
      why: 'failed',
    })
    expect(nextRenewalStep(fresh, end - RENEWAL_NOTICE - 1)).toEqual({ kind: 'announce' })
    expect(nextRenewalStep(fresh, end - RENEWAL_NOTICE)).toEqual({ kind: 'end', why: 'late' })
    const tight = { ...fresh, announcedAt: end - RENEWAL_NOTICE }
    expect(nextRenewalStep(tight, end - 1)).toEqual({ kind: 'wait', until: end })
  })

  it('charges at most three times, announced and apart, before the end, however late the job comes', () => {
    const pauses = fc.array(fc.integer({ min: minutes(10), max: hours(30) }), { minLength: 30, maxLength: 60 })
    void fc.assert(
      fc.property(ends, pauses, (at, late) => {
        const { announced, charges } = lived(at, late)
        expect(charges.length).toBeLessThanOrEqual(3)
        expect(announced.length).toBeLessThanOrEqual(2)
        for (const [index, { at: charged }] of charges.entries()) {
          expect(charged).toBeLessThan(at)
          const earlier = charges[index - 1]
          if (earlier) expect(charged - earlier.at).toBeGreaterThanOrEqual(RENEWAL_PAUSE)
        }
      }),
    )
  })

  it('comes to its end where the job comes in time: two announcements, three charges, and nothing more', () => {
    void fc.assert(
      fc.property(ends, (at) => {
        const { announced, charges, ended } = lived(at, Array(9 * 24 * 2).fill(minutes(30)))
        expect([announced.length, charges.length, ended]).toEqual([2, 3, 'failed'])
      }),
    )
  })

  it('takes what was announced, or less where the price has fallen; of another plan or period its price', () => {
    const announced = { planId: 1, period: 0, amount: 50_000 }
    expect(renewalAmount({ planId: 1, period: 0, price: 60_000 }, announced)).toBe(50_000)
    expect(renewalAmount({ planId: 1, period: 0, price: 40_000 }, announced)).toBe(40_000)
    expect(renewalAmount({ planId: 2, period: 0, price: 60_000 }, announced)).toBe(60_000)
    expect(renewalAmount({ planId: 1, period: 1, price: 60_000 }, announced)).toBe(60_000)
    expect(renewalAmount({ planId: 1, period: 0, price: 60_000 }, null)).toBe(60_000)
  })
})
