import { latinDigits } from './digits.ts'

/** Letters that Unicode keeps apart and people do not when they type. */
const SAME: Record<string, string> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  پ: 'ب',
  چ: 'ج',
  ڤ: 'ف',
  گ: 'ج',
}
const SAME_LETTER = new RegExp(`[${Object.keys(SAME).join('')}]`, 'g')

/**
 * A text as it is searched: without tashkeel, tatweel and hamza, alef, yaa and taa marbuta in one form, digits Latin,
 * letters small, single spaces. SQLite's and the browsers' own folding leave Arabic as it is.
 */
export const normalise = (text: string): string =>
  // Decomposed, a hamza on its seat and every vowel sign is a mark of its own, and so is a Latin accent.
  latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}\u0640\u0621]/gu, '')
    .replace(SAME_LETTER, (letter) => SAME[letter] ?? letter)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a normalised text contains the keyword, taken literally; an empty keyword is in everything. */
export const matches = (normalisedText: string, keyword: string): boolean => normalisedText.includes(normalise(keyword))
