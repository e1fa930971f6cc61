import { calendarYear, type Instant } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'

/** Minors and their guardians (docs/rules/privacy.md 6.1 to 6.10). */

/** The age from which nobody needs a guardian's consent. */
export const ADULT_AGE = 18

/** The version of the text that a guardian consents to (docs/rules/privacy.md 6.4); another text gets the next number. */
export const GUARDIAN_TEXT = 1

/** What is known of a student, on the account itself. */
export type Guarded = { birthYear: number | null; hasGuardian: boolean }

/**
 * Whether a student may still be under 18: only the year of birth is known, so until the end of the year in Cairo in which they
 * become 18. Who has not said when they were born is not treated as a minor (docs/rules/privacy.md 6.1).
 */
export const isMinor = (birthYear: number | null, now: Instant): boolean =>
  birthYear !== null && calendarYear(now) - birthYear <= ADULT_AGE

/** Why a student may neither book nor pay yet, null when they may (docs/rules/privacy.md 6.2). */
export const whyNotGuarded = ({ birthYear, hasGuardian }: Guarded, now: Instant): ErrorCode | null =>
  isMinor(birthYear, now) && !hasGuardian ? 'guardian-required' : null

/**
 * Why somebody may not change their own year of birth: a minor would make themself an adult (docs/rules/privacy.md 6.6). The
 * same year again changes nothing.
 */
export const whyNotOwnBirthYear = (stored: number | null, year: number, now: Instant): ErrorCode | null =>
  isMinor(stored, now) && year !== stored ? 'birth-year-fixed' : null

/** Why a number is not a guardian's: it is the student's own, whose owner would consent to themself (docs/rules/privacy.md 6.3). */
export const whyNotGuardianPhone = (phone: string, ownPhone: string | null): ErrorCode | null =>
  phone === ownPhone ? 'guardian-phone-own' : null
