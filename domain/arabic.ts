import { latinDigits } from './digits.ts'

/** Letters that users type interchangeably but that have different code points: by the letter that all of a group become. */
const GROUPS: Record<string, string> = {
  ا: 'ٱ',
  ب: 'پٻ',
  ت: 'ٹ',
  ج: 'چگ',
  د: 'ڈ',
  ر: 'ڑڕ',
  ز: 'ژ',
  ف: 'ڤڥ',
  ك: 'کڪڭ',
  ل: 'ڵ',
  ن: 'ں',
  ه: 'ةہھەۃ',
  و: 'ۅۆۇۈۋ',
  ي: 'ىیېۍێے',
  ae: 'æ',
  d: 'đð',
  i: 'ı',
  l: 'ł',
  o: 'ø',
  oe: 'œ',
  ss: 'ß',
  th: 'þ',
  σ: 'ς',
}
const SAME = new Map(Object.entries(GROUPS).flatMap(([same, letters]) => [...letters].map((letter) => [letter, same])))
const SAME_LETTER = new RegExp(`[${[...SAME.keys()].join('')}]`, 'g')

/** Marks, characters that show nothing, tatweel, hamza alone and high, and the small letters written above others. */
const DROPPED = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640\u0621\u0674\u06e5\u06e6]/gu

/**
 * Folds a text for searching: removes tashkeel, tatweel and hamza, unifies the forms of alef, yaa and taa marbuta and the letters of
 * Persian and Urdu, converts digits to Latin and letters to small ones without accents, and collapses spaces. The only fold: of what
 * is stored (`folded` of db/schema/columns.ts) and of what is searched for, so that a text is found by itself, and by its beginning
 * and its end. Whoever changes it adds all texts to `texts_to_fold` in a migration, and folds the rooms of `party/chat-store.ts` again.
 */
export const normalise = (text: string): string =>
  // NFKD decomposes every hamza on a seat, vowel sign and Latin accent into a combining mark, which the next line removes.
  latinDigits(text.normalize('NFKD'))
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(SAME_LETTER, (letter) => SAME.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a normalised text contains the keyword literally; every text contains an empty keyword. */
export const matches = (normalisedText: string, keyword: string): boolean => normalisedText.includes(normalise(keyword))
