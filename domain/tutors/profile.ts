import type { ErrorCode } from '#domain/errors'

/** Bounds of a tutor's own texts and notice (docs/rules/tutors.md 1.1, 1.2, 1.3). The rules expect trimmed text. */

export const MIN_BIO = 25
export const MAX_BIO = 60
export const MIN_ABOUT = 50
export const MAX_ABOUT = 1000
export const MAX_NOTICE_MINUTES = 24 * 60

const LATIN = /[a-z]/i
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/
const ARABIC_RUN = /[\u0600-\u06ff\s]{5,}/
const LATIN_RUN = /[a-z\s]{5,}/i

/** The rules of a bio one by one, as the form checks them while it is typed. */
export const bioRules = {
  length: (bio: string): boolean => bio.length >= MIN_BIO && bio.length <= MAX_BIO,
  arabic: (bio: string): boolean => ARABIC_RUN.test(bio),
  noLatin: (bio: string): boolean => bio.length > 0 && !LATIN.test(bio),
} as const

/** The rules of the about text one by one. */
export const aboutRules = {
  length: (about: string): boolean => about.length >= MIN_ABOUT && about.length <= MAX_ABOUT,
  arabic: (about: string): boolean => ARABIC.test(about),
} as const

/** Arabic without a Latin letter, within the bounds above; expects trimmed text. */
export function whyNotBio(bio: string): ErrorCode | null {
  if (LATIN.test(bio)) return 'invalid-bio'
  if (bio.length === 0) return 'empty-bio'
  if (bio.length < MIN_BIO) return 'short-bio'
  if (!ARABIC_RUN.test(bio)) return 'invalid-bio'
  return bio.length > MAX_BIO ? 'long-bio' : null
}

/** The rules of an English bio one by one. */
export const englishBioRules = {
  length: bioRules.length,
  english: (bio: string): boolean => LATIN_RUN.test(bio),
  noArabic: (bio: string): boolean => bio.length > 0 && !ARABIC.test(bio),
} as const

/** Latin without an Arabic letter, within the bounds of the Arabic one (docs/rules/tutors.md 1.9); expects trimmed text. */
export const whyNotEnglishBio = (bio: string): ErrorCode | null =>
  Object.values(englishBioRules).every((isMet) => isMet(bio)) ? null : 'invalid-english-bio'

/** The bio that readers of a language see: for English ones the English bio, where there is one (docs/rules/tutors.md 1.9). */
export const bioIn = (
  language: 'ar' | 'en',
  { bio, englishBio }: { bio: string | null; englishBio: string | null },
): string | null => (language === 'en' ? (englishBio ?? bio) : bio)

/** Contains Arabic; Latin letters are allowed; within the bounds above. */
export function whyNotAbout(about: string): ErrorCode | null {
  if (!ARABIC.test(about)) return 'invalid-tutor-about'
  if (about.length < MIN_ABOUT) return 'short-tutor-about'
  return about.length > MAX_ABOUT ? 'long-tutor-about' : null
}

/** How many minutes before its start a lesson can still be booked: 1 to a day. */
export function whyNotNotice(minutes: number): ErrorCode | null {
  if (!Number.isInteger(minutes) || minutes <= 0) return 'invalid-notice'
  return minutes > MAX_NOTICE_MINUTES ? 'max-notice-exceeded' : null
}
