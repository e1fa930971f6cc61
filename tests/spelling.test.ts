import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { neutral } from '../web/messages/neutral.ts'
import { AR, catalogueOf, cataloguesIn } from './catalogues.ts'

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
  const catalogues = globSync('web/messages/ar/*.ts', { cwd: ROOT }).map((file) => [
    file,
    neutral(readFileSync(ROOT + file, 'utf8')),
  ])
  expect(catalogues.filter(([, text]) => text?.includes('{gender,')).map(([file]) => file)).toEqual([])
})

/** What one says to a man alone. Imperatives that end in "ي" (خلّي، احكي) are said to everybody. */
const TO_A_MAN = [
  ...['اكتب', 'اختار', 'راجع', 'جرّب', 'ادخل', 'احفظ', 'افتح', 'ابعت', 'ارجع', 'حدّث', 'كلّم', 'أكّد', 'شوف', 'دوّر'],
  ...['ضيف', 'خد', 'كمّل', 'سجّل', 'شيل', 'سيب', 'استنى', 'قدّم', 'قول', 'اقفل', 'امسح', 'عدّل', 'غيّر', 'صوّر', 'اعمل'],
  ...['اطلب', 'ادفع', 'احجز', 'ابدأ', 'روح', 'بص', 'اسمح', 'شغّل', 'حمّل', 'نزّل', 'قصّر', 'صغّر', 'حرّك', 'انسخ', 'رجّع'],
  ...['رتّب', 'اربط', 'فعّل', 'اسأل', 'اضغط', 'دوس', 'استعمل', 'زوّد', 'قلّل', 'ارفع', 'اسمع', 'افصل', 'ارفض', 'بلّغ'],
  ...['إنت', 'عايز', 'شايف'],
].join('|')
const toAMan = new RegExp(`(?<!${LETTER})[وف]?(?:${TO_A_MAN})(?:ه|ها|هم|نا|ني|لنا|له|لها)?(?!${LETTER})`, 'u')

/** A label names an act in the masculine, as menus do; it has no stop, or ends with what the act is about. */
const isSentence = (text: string): boolean => /[.؟!،:]/u.test(text.replace(/: \{\w+\}$/u, ''))

const NOT_TO_THE_READER = new Set([
  // What people see first of all, before anybody is known (docs/rules/screens.md 2.6).
  ...['account.login.registerTutor', 'register.student.text', 'register.student.other'],
  ...['page.app.description', 'page.app.noScript'],
  // The past of a third person, of "we", or of what a tutor sees: written alike.
  ...['emailVerification.doneNeedsProof', 'dashboards.start.phoneText', 'plans.trial.proofText'],
  ...['availability.pattern.daysLeft', 'errors.lesson-already-decided', 'errors.version-conflict'],
  ...['staffAudit.history.empty', 'staffMeetings.detail.skipped', 'staffLessons.decision.effects.1'],
  ...['staffMedia.notes.shown', 'staffMedia.told.approved', 'staffMedia.told.rejected', 'staffPerson.profile.conflict'],
  ...[
    'staffPlanInvites.emails.deleteAcceptedText',
    'staffPlans.coupons.deleteText',
    'staffPlans.coupons.fields.usedOf',
  ],
  ...['staffSettings.changedBy', 'staffStudio.one.chosen'],
])

it.each(cataloguesIn(AR))('%s says no sentence to men alone', async (file) => {
  const sentences = Object.entries(await catalogueOf(AR, file)).filter(([key]) => !NOT_TO_THE_READER.has(key))
  const found = sentences.flatMap(([key, sentence]) => {
    // Between «…» stands what a button says.
    const text = sentence.replace(/\{gender, select, female \{[^{}]*\} other \{[^{}]*\}\}|«[^»]*»/g, '')
    const word = isSentence(text) && toAMan.exec(text)?.[0]
    return word ? [`${key}: ${word}`] : []
  })
  expect(found).toEqual([])
})

const SELECT = /\{gender, select, female \{([^{}]*)\} other \{([^{}]*)\}\}/g
const SEVERAL = /\{gender, select, female \{[^{}]*\} other \{[^{}]*\}\}[^{}.؟!<>:]*\{gender, select,/

// In parts, one of them is soon forgotten: "تقدري ترجع تدخلي".
it.each(cataloguesIn(AR))(
  '%s says what it says to women and to men in one choice, as far as no value stands between',
  async (file) => {
    const sentences = Object.entries(await catalogueOf(AR, file))
    expect(sentences.filter(([, sentence]) => SEVERAL.test(sentence)).map(([key]) => key)).toEqual([])
  },
)

const wordsIn = (text: string): string[] => text.match(/[\u0621-\u0652]+/gu) ?? []

/** The words that a choice says in one of its two forms, without the "و" or "ف" before them. */
function wordsOfOneForm(sentence: string): string[] {
  return [...sentence.matchAll(SELECT)].flatMap(([, female = '', male = '']) => {
    const [said, other] = [wordsIn(female), wordsIn(male)]
    return [...said.filter((word) => !other.includes(word)), ...other.filter((word) => !said.includes(word))].map(bare)
  })
}

const bare = (word: string): string => word.replace(/^[وف](?=[هبتا])/u, '')

/** Said of a thing or of a third person too: "الحصة تبدأ", "الفلوس ترجع", "المدرّس محتاج". */
const OF_OTHERS = new Set([
  ...[
    'ترجع',
    'هترجع',
    'تبدأ',
    'بتبدأ',
    'هتبدأ',
    'تكون',
    'هتفضل',
    'تكمّل',
    'هتكمّل',
    'تفعّل',
    'تفتح',
    'بتفتح',
    'هتفتح',
    'تظهر',
  ],
  ...[
    'محتاج',
    'محتاجة',
    'فاتح',
    'فاتحة',
    'جاهز',
    'جاهزة',
    'داخل',
    'داخلة',
    'واقف',
    'واقفة',
    'موافقة',
    'موافق',
    'شايف',
    'اتأكد',
  ],
  ...[
    'خد',
    'سجّل',
    'سجّله',
    'عدّل',
    'غيّره',
    'اختار',
    'توافق',
    'تدخل',
    'بتدخل',
    'هتدخل',
    'تقف',
    'لغيت',
    'قيّمت',
    'دخلت',
    'بعته',
  ],
])

it('a word that is said to men or to women alone stands in no sentence that chooses between them, but in the choice', async () => {
  const all = (await Promise.all(cataloguesIn(AR).map((file) => catalogueOf(AR, file)))).flatMap(Object.entries<string>)
  const forms = new Set(all.flatMap(([, sentence]) => wordsOfOneForm(sentence)))
  const found = all
    .filter(([key, sentence]) => sentence.includes('{gender,') && !NOT_TO_THE_READER.has(key))
    .flatMap(([key, sentence]) =>
      // Between «…» stands what a button says.
      wordsIn(sentence.replace(SELECT, ' ').replace(/«[^»]*»/g, ''))
        .filter((word) => forms.has(bare(word)) && !OF_OTHERS.has(word) && !OF_OTHERS.has(bare(word)))
        .map((word) => `${key}: ${word}`),
    )
  expect(found).toEqual([])
})

/** A verb to the reader beside a choice, or joined to it by "و" or "أو": whoever it is said of otherwise, here it is the reader. */
const BESIDE =
  /(?:⟦⟧ (?:أو |ولا )?[وف]?|(?<![\u0621-\u0652])[وف]?)([هب]?ت[\u0621-\u0652]+)(?= ⟦⟧|(?<=⟦⟧ (?:أو |ولا )?[وف]?[هب]?ت[\u0621-\u0652]+))/gu

it('a verb beside a choice agrees with both of its forms', async () => {
  const all = (await Promise.all(cataloguesIn(AR).map((file) => catalogueOf(AR, file)))).flatMap(Object.entries<string>)
  const forms = new Set(all.flatMap(([, sentence]) => wordsOfOneForm(sentence)))
  const found = all.flatMap(([key, sentence]) =>
    [...sentence.replace(SELECT, '⟦⟧').matchAll(BESIDE)]
      .filter(([, verb = '']) => forms.has(verb))
      .map(([, verb]) => `${key}: ${verb}`),
  )
  expect(found).toEqual([])
})

const FILES = globSync(
  ['web/messages/ar/**/*.{ts,tsx}', 'web/site/**/*.{ts,tsx}', 'web/edge/**/*.{ts,tsx}', 'worker/messages/*.ts'],
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
