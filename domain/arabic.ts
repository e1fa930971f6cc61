import { latinDigits } from './digits.ts'

/** Letters that are typed for each other but have different code points. */
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
 * Folds a text for searching: without tashkeel, tatweel and hamza, alef, yaa and taa marbuta in one form, Latin digits, lower
 * case, single spaces. Case folding of SQLite and of browsers leaves Arabic as it is.
 */
export const normalise = (text: string): string =>
  // NFKD makes a combining mark of every hamza on a seat, vowel sign and Latin accent, which the next line removes.
  latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}\u0640\u0621]/gu, '')
    .replace(SAME_LETTER, (letter) => SAME[letter] ?? letter)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a normalised text contains the keyword, taken literally; an empty keyword is in everything. */
export const matches = (normalisedText: string, keyword: string): boolean => normalisedText.includes(normalise(keyword))
