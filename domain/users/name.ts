import type { ErrorCode } from '#domain/errors'
import { ERASED_NAME } from '#domain/privacy/erasure'
import { isTutorSide, type Role } from '#domain/roles'
import { oneLine, withoutMarks } from '#domain/text'

export const MIN_NAME = 2
/** Room for a full Egyptian name: one's own, the father's, the grandfather's and the family's. */
export const MAX_NAME = 80

/** Latin letters, with the hyphens and apostrophes of El-Sayed and O'Brien. */
const ENGLISH_NAME = /^[\p{Script=Latin}\p{M} '’-]*$/u
const USER_NAME = /^(?:[a-z ]|(?=[\u0600-\u06ff])[\p{L}\p{M}])*$/iu
const TUTOR_NAME = /^(?:[ ]|(?=[\u0600-\u06ff])[\p{L}\p{M}])*$/u

/** Marks and tatweel alone are no name. */
const hasLetter = (name: string): boolean => /(?!\u0640)\p{L}/u.test(name)

/**
 * A name as it is stored: on one line with single blanks, without marks that show nothing, and with the ordinary forms of letters, which
 * documents and old programs have others of (docs/rules/accounts.md 6.2). Forms for presentation, such as ﻣﺤﻤﺪ, are not found on a keyboard.
 */
export const normalName = (name: string): string =>
  withoutMarks(oneLine(name).normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[‘ʼ`]/g, '’')

function whyNotLength(name: string): ErrorCode | null {
  if (name.length < MIN_NAME) return 'short-user-name'
  return name.length > MAX_NAME ? 'long-user-name' : null
}

/** Latin or Arabic letters and spaces only (docs/rules/accounts.md 6.2). All rules of this file expect the normal form. */
export const whyNotUserName = (name: string): ErrorCode | null =>
  USER_NAME.test(name) && (name === '' || hasLetter(name)) ? whyNotLength(name) : 'invalid-user-name'

/** A tutor's name is written in Arabic (docs/rules/accounts.md 6.2). */
export const whyNotTutorName = (name: string): ErrorCode | null =>
  TUTOR_NAME.test(name) && (name === '' || hasLetter(name)) ? whyNotLength(name) : 'invalid-tutor-name'

/** Latin letters, as long as any name (docs/rules/tutors.md 1.9). */
export const whyNotEnglishName = (name: string): ErrorCode | null =>
  ENGLISH_NAME.test(name) && hasLetter(name) && whyNotLength(name) === null ? null : 'invalid-english-name'

/** What a person is called: the name, which tutors write in Arabic, and their English one, which is optional. */
export type Named = { name: string | null; englishName: string | null }

/** The name that readers of a language see: for English ones a tutor's English name, where there is one (docs/rules/tutors.md 1.9). */
export const nameIn = (language: 'ar' | 'en', { name, englishName }: Named): string | null =>
  language === 'en' ? (englishName ?? name) : name

/** A name has at least two parts; a payment requires both (docs/rules/accounts.md 6.2). */
export const whyNotPaymentName = (name: string | null): ErrorCode | null =>
  (name ?? '').trim().split(/\s+/).length >= 2 ? null : 'api-invalid-user-name'

/** Words that make one first name together with the next one, as in عبد الرحمن. */
const FIRST_PARTS = new Set(['عبد', 'أبو', 'ابو', 'أم', 'ام', 'abd', 'abdel', 'abu'])

const graphemes = new Intl.Segmenter('ar')

/** The words of the first name, and those after them. */
function partsOf(name: string | null): { first: string; others: string[] } {
  const words = (name ?? '').trim().split(/\s+/)
  const firstWords = words.length > 2 && FIRST_PARTS.has(words[0]?.toLowerCase() ?? '') ? 2 : 1
  return { first: words.slice(0, firstWords).join(' '), others: words.slice(firstWords) }
}

/** The first name alone, as whom somebody invites reads it (docs/rules/minutes.md 12.1); null without a name. */
export const firstName = (name: string | null): string | null =>
  name === ERASED_NAME ? name : partsOf(name).first || null

/** The first name and the initial of the last, as the public reads it (docs/rules/tutors.md 5.8): `سارة محمد علي` → `سارة ع.`; of an erased account the pseudonym. */
export function publicName(name: string | null): string | null {
  if (name === ERASED_NAME) return name
  const { first, others } = partsOf(name)
  if (first === '') return null
  const last = others.at(-1)?.replace(/^ال(?=..)/u, '')
  const [initial] = last ? graphemes.segment(last) : []
  return initial ? `${first} ${initial.segment}.` : first
}

/** The name of an account of this role (docs/rules/accounts.md 6.2). */
export const whyNotAccountName = (name: string, role: Role): ErrorCode | null =>
  (isTutorSide(role) ? whyNotTutorName(name) : whyNotUserName(name)) ?? whyNotPaymentName(name)
