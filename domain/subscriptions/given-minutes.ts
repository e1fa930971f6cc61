import type { Instant } from '../cairo.ts'
import { DomainError } from '../errors.ts'
import { type MinutesOwner, minutesWeekOf } from './minutes.ts'

/** The maximum number of minutes that staff give a student at once (docs/rules/minutes.md 4.5). */
export const MAX_GIVEN_MINUTES = 600

/** An entry of the minutes ledger to take back; `isReversed`: it was already taken back. */
export type GivenMinutes = { kind: string; week: Instant; minutes: number; isReversed: boolean }

/**
 * Whether an entry can be taken back: minutes that staff gave, in the current week, once (docs/rules/minutes.md 4.6).
 * Whether enough of them are left depends on the balance of the week.
 */
export const isReversible = (entry: GivenMinutes, subscription: MinutesOwner, now: Instant): boolean =>
  entry.kind === 'adjustment' &&
  entry.minutes > 0 &&
  !entry.isReversed &&
  entry.week === minutesWeekOf(subscription, now).start

/**
 * The minutes of the reversing entry, as a negative number.
 * @throws DomainError `illegal` for an entry that is not reversible, `no-enough-minutes` when some are spent.
 */
export function takeBack(
  entry: GivenMinutes,
  subscription: MinutesOwner,
  { remainingMinutes, now }: { remainingMinutes: number; now: Instant },
): number {
  if (!isReversible(entry, subscription, now)) throw new DomainError('illegal')
  if (remainingMinutes < entry.minutes) throw new DomainError('no-enough-minutes')
  return -entry.minutes
}
