import type { ErrorCode } from '#domain/errors'
import { isWellFormed, shownText } from '#domain/rich-text'

/** 100 and 50000 EGP in piastres (docs/rules/money.md 9.2). */
export const MIN_WITHDRAWAL = 100_00
export const MAX_WITHDRAWAL = 50_000_00
export const MAX_WITHDRAWAL_NOTE = 255

/** The smallest and largest amount of a request, in piastres: the settings may only narrow the two above. */
export type WithdrawalLimits = { min: number; max: number }
export const WIDEST_LIMITS: WithdrawalLimits = { min: MIN_WITHDRAWAL, max: MAX_WITHDRAWAL }

/** All in piastres; `spendable` is the balance of the tutor's account (docs/rules/money.md 9.2). */
export function whyNotWithdrawalAmount(
  amount: number,
  spendable: number = MAX_WITHDRAWAL,
  { min, max }: WithdrawalLimits = WIDEST_LIMITS,
): ErrorCode | null {
  if (amount < min) return 'invoice-min-amount-subceeded'
  return amount > Math.min(max, spendable) ? 'invoice-max-amount-exceeded' : null
}

/** The bounds of a search by amount, in piastres; an absent bound does not limit. */
export function whyNotAmountRange({
  min,
  max,
}: {
  min?: number | undefined
  max?: number | undefined
}): ErrorCode | null {
  if (min !== undefined && min <= 0) return 'withdraw-min-amount-zero-or-negative'
  if (max !== undefined && max <= 0) return 'withdraw-max-amount-zero-or-negative'
  return min !== undefined && max !== undefined && min > max ? 'withdraw-min-amount-above-max-amount' : null
}

/** A note is well-formed HTML that contains text. Its maximum length includes the tags. */
export function whyNotWithdrawalNote(note: string): ErrorCode | null {
  if (!isWellFormed(note)) return 'invoice-note-invalid-html'
  if (shownText(note) === '') return 'empty-invoice-note'
  return note.length > MAX_WITHDRAWAL_NOTE ? 'invoice-note-too-long' : null
}
