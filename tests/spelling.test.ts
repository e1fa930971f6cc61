import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { neutral } from '../web/i18n/neutral.ts'

const ROOT = new URL('..', import.meta.url).pathname

/**
 * One spelling of each word. Left what is not written, right what is written in its place; with the joined "و", "ف", "ب"
 * or "ل", and the article, before it too.
 */
const WORDS: Record<string, string> = {
  عشان: 'علشان',
  أنت: 'إنت',
  انت: 'إنت',
  ايه: 'إيه',
  كدا: 'كده',
  مافيش: 'مفيش',
  النهارده: 'النهاردة',
  بكره: 'بكرة',
  دلوقت: 'دلوقتي',
  عاوز: 'عايز',
  عاوزة: 'عايزة',
  ايميل: 'إيميل',
  لينك: 'رابط',
  قائمة: 'قايمة',
  دقائق: 'دقايق',
  مدرس: 'مدرّس',
  مدرسين: 'مدرّسين',
  شغال: 'شغّال',
  شغالة: 'شغّالة',
  شغالين: 'شغّالين',
  اتغير: 'اتغيّر',
  اتغيرت: 'اتغيّرت',
  هيتغير: 'هيتغيّر',
  هتتغير: 'هتتغيّر',
  اتسجل: 'اتسجّل',
  بيتسجل: 'بيتسجّل',
  متسجل: 'متسجّل',
  اتكلم: 'اتكلّم',
  اتفرج: 'اتفرّج',
  أكد: 'أكّد',
  نأكد: 'نأكّد',
  يأكد: 'يأكّد',
  متأكد: 'متأكّد',
  متأكدة: 'متأكّدة',
  قرر: 'قرّر',
  قدّام: 'قدام',
  جوه: 'جوّه',
  خلّيه: 'خليه',
  خلّيها: 'خليها',
  خلّيني: 'خليني',
  هيتلغى: 'هيتلغي',
  ألغي: 'الغي',
  ألغيه: 'الغيه',
  ألغيها: 'الغيها',
  مردش: 'مردّش',
  مابقاش: 'مبقاش',
  مابقتش: 'مبقتش',
}

const LETTER = '[\\u0621-\\u0652]'
const isWritten = (word: string) => new RegExp(`(?<!${LETTER})[وفبل]?(?:ال)?${word}(?!${LETTER})`, 'u')

const RULES: readonly [wrong: RegExp, right: string][] = [
  ...Object.entries(WORDS).map(([wrong, right]): [RegExp, string] => [isWritten(wrong), right]),
  // "أهلًا": the tanween stands before its alef.
  [/اً/u, 'ًا'],
  // "معرفناش" in one word, "ما اتحفظش" in two: "ما" stands alone before an alef only.
  [new RegExp(`(?<!${LETTER})ما (?!ا)${LETTER}+ش(?!${LETTER})`, 'u'), 'م…ش'],
  [new RegExp(`(?<!${LETTER})ماات${LETTER}+ش(?!${LETTER})`, 'u'), 'ما ات…ش'],
]

it('a sentence names the gender of who reads in the one way that types and the site understand', () => {
  const catalogues = globSync('web/i18n/ar/*.ts', { cwd: ROOT }).map((file) => [
    file,
    neutral(readFileSync(ROOT + file, 'utf8')),
  ])
  expect(catalogues.filter(([, text]) => text?.includes('{gender,')).map(([file]) => file)).toEqual([])
})

const FILES = globSync(
  ['web/i18n/ar/*.ts', 'web/site/**/*.{html,ts,tsx}', 'web/edge/**/*.{html,ts,tsx}', 'worker/messages/*.ts'],
  { cwd: ROOT },
)

it.each(FILES)('%s spells each word as everywhere', (file) => {
  const lines = readFileSync(ROOT + file, 'utf8').split('\n')
  const found = lines.flatMap((line, index) =>
    RULES.flatMap(([wrong, right]) => {
      const word = wrong.exec(line)?.[0]
      return word === undefined ? [] : [`${index + 1}: ${word}, not ${right}`]
    }),
  )
  expect(found).toEqual([])
})
