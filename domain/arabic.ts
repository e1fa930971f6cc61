import { latinDigits } from './digits.ts'

/** Letters that users type interchangeably but that have different code points. */
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
 * Folds a text for searching: removes tashkeel, tatweel and hamza, unifies the forms of alef, yaa and taa marbuta, converts
 * digits to Latin and letters to lower case, and collapses spaces. The case folding of SQLite and of browsers leaves Arabic
 * unchanged.
 */
export const normalise = (text: string): string =>
  // NFKD decomposes every hamza on a seat, vowel sign and Latin accent into a combining mark, which the next line removes.
  latinDigits(text.normalize('NFKD'))
    .replace(/[\p{M}\p{Cf}\u0640\u0621]/gu, '')
    .replace(SAME_LETTER, (letter) => SAME[letter] ?? letter)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a normalised text contains the keyword literally; every text contains an empty keyword. */
export const matches = (normalisedText: string, keyword: string): boolean => normalisedText.includes(normalise(keyword))
