import { addDays, hours, type Instant, instantAtMinute, localDay, minutes } from '../cairo.ts'
import type { Piastres } from '../money.ts'

const MORNING = 10 * 60
const EVENING = 22 * 60

/** When the renewal of a plan is announced and charged. */
export type RenewalTimes = { announcements: [Instant, Instant]; charges: [Instant, Instant, Instant] }

/**
 * By the clock of Cairo and the day on which the plan ends: the charge at 10:00 two days before, its repeats at 22:00 and on the
 * next day at 10:00; announced at 10:00 three days and one day before the charge (docs/rules/minutes.md 11.2, 11.3).
 */
export function renewalTimes(end: Instant): RenewalTimes {
  const at = (daysBefore: number, minute: number) => instantAtMinute(addDays(localDay(end), -daysBefore), minute)
  return {
    announcements: [at(5, MORNING), at(3, MORNING)],
    charges: [at(2, MORNING), at(2, EVENING), at(1, MORNING)],
  }
}

/** The least time between an announcement and the charge, wherever the job came late. */
export const RENEWAL_NOTICE = hours(20)
/** The least time between two charges, wherever the job came late. */
export const RENEWAL_PAUSE = hours(11)
/** How often a charge is asked about that has no answer yet. */
const OPEN_CHARGE_CHECK = minutes(10)

/** Whether renewal can still be switched on for a plan: until a day before its charge (docs/rules/minutes.md 11.1). */
export const isRenewalOpen = (end: Instant, now: Instant): boolean => now < renewalTimes(end).announcements[1]

export type RenewalState = {
  /** Of the plan that is renewed. */
  end: Instant
  announcedAt: Instant | null
  /** The charges so far, oldest first, none of which has brought a next period; `isOpen`: it may still be paid. */
  charges: readonly { at: Instant; isOpen: boolean }[]
}

/** Why a renewal ends by itself. */
export const renewalEnds = ['failed', 'late', 'plan-gone', 'card-gone', 'details', 'guardian'] as const
export type RenewalEnd = (typeof renewalEnds)[number]

/** What is to be done of a renewal now; `until`: when it is looked at again. */
export type RenewalStep =
  | { kind: 'announce' | 'charge' }
  | { kind: 'end'; why: Extract<RenewalEnd, 'failed' | 'late'> }
  | { kind: 'wait'; until: Instant }

/**
 * The next step of a renewal (docs/rules/minutes.md 11.2, 11.3). A job that comes late shortens neither the notice before the charge
 * nor the pause between two charges, and nothing is charged once the plan has ended.
 */
export function nextRenewalStep({ end, announcedAt, charges }: RenewalState, now: Instant): RenewalStep {
  const times = renewalTimes(end)
  const last = charges.at(-1)
  if (last?.isOpen) return { kind: 'wait', until: now + OPEN_CHARGE_CHECK }
  const planned = times.charges[charges.length]
  if (planned === undefined) return { kind: 'end', why: 'failed' }
  if (now >= end) return { kind: 'end', why: last ? 'failed' : 'late' }
  const [first, second] = times.announcements
  if (announcedAt === null || (!last && announcedAt < second)) {
    const due = announcedAt === null ? first : second
    if (now < due) return { kind: 'wait', until: due }
    return now + RENEWAL_NOTICE < end ? { kind: 'announce' } : { kind: 'end', why: 'late' }
  }
  const due = Math.max(planned, announcedAt + RENEWAL_NOTICE, last ? last.at + RENEWAL_PAUSE : 0)
  return now >= due ? { kind: 'charge' } : { kind: 'wait', until: Math.min(due, end) }
}

/** What was announced of a charge. */
export type AnnouncedCharge = { planId: number; period: number; amount: Piastres }

/**
 * The sum of the charge of a plan and period that cost `price` now: never more than was announced for the same
 * (docs/rules/minutes.md 11.4).
 */
export const renewalAmount = (
  { planId, period, price }: { planId: number; period: number; price: Piastres },
  announced: AnnouncedCharge | null,
): Piastres =>
  announced && announced.planId === planId && announced.period === period ? Math.min(announced.amount, price) : price
