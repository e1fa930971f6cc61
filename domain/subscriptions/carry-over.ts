import { hours, type Instant } from '../cairo.ts'
import { type MinutesOwner, type MinutesWeek, minutesWeekOf } from './minutes.ts'

/** Whether minutes left of a week of a subscription come into the next one. */
export type CarryingTerm = { carriesOver: boolean }

/**
 * The sums of a week's entries of the minutes ledger. `remaining`: of all of them, where a week without its grant counts as
 * granted. `granted`: its own grant, with what a change of plan added. `carried`: what came from the week before. `toppedUp`: what
 * was bought for the week. `referred`: what a referral brought. `spent`: what its lessons take.
 */
export type WeekSums = {
  remaining: number
  granted: number
  carried: number
  toppedUp: number
  referred: number
  spent: number
}

/**
 * The minutes that come into the next week (docs/rules/minutes.md 7.1): what is left of the week's own grant where the
 * subscription carries it over, and of what was bought for the week or a referral brought. Those are spent last, so that whatever remains beyond
 * them was carried or given, and ends.
 */
export const carriedOver = (
  { remaining, granted, toppedUp, referred }: WeekSums,
  { carriesOver }: CarryingTerm,
): number => Math.max(0, Math.min(remaining, toppedUp + referred + (carriesOver ? granted : 0)))

/** What is left of the carried minutes: they end with the week, so they are spent first (docs/rules/minutes.md 7.2). */
export const carriedLeft = ({ carried, spent }: Pick<WeekSums, 'carried' | 'spent'>): number =>
  Math.max(0, carried - Math.max(0, spent))

/** Between the starts of two weeks of a subscription: seven days, an hour more or less where clocks change. */
export const WEEK_LENGTH = { least: hours(7 * 24 - 1), most: hours(7 * 24 + 1) }

/**
 * The start of the week before, which identifies it in the ledger; null for the first one of a subscription. Of the first
 * week after a pause it is the last one before it (docs/rules/minutes.md 10.6).
 */
export function weekBefore(subscription: MinutesOwner, { index, start }: MinutesWeek): Instant | null {
  if (index === 0) return null
  const { pausedFrom, pausedUntil } = subscription
  const follows = start === pausedUntil && pausedFrom != null ? pausedFrom : start
  return minutesWeekOf(subscription, follows - 1).start
}
