import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, normalise } from './arabic.ts'

describe('a normalised text', () => {
  it.each([
    ['مُعَلِّم', 'معلم', 'has no tashkeel'],
    ['مـــعلم', 'معلم', 'has no tatweel'],
    ['أحمد إبراهيم آدم ٱلسيد', 'احمد ابراهيم ادم السيد', 'has one alef'],
    ['منى', 'مني', 'has one yaa'],
    ['محادثة', 'محادثه', 'has no taa marbuta'],
    ['مؤمن', 'مومن', 'has no hamza on waw'],
    ['رئيس', 'رييس', 'has no hamza on yaa'],
    ['سماء', 'سما', 'has no hamza alone'],
    ['ڤيديو', 'فيديو', 'has no letters of other languages'],
    ['٢٠٢٦ ۱۲', '2026 12', 'has Latin digits'],
    ['IELTS Café', 'ielts cafe', 'has small plain Latin letters'],
    ['  عمر\n\t حسن ', 'عمر حسن', 'has single spaces'],
    ['عمر\u200F', 'عمر', 'has no marks of direction'],
    ['\uFEFB', 'لا', 'has no ligatures'],
  ])('%s -> %s: it %s', (text, normalised) => {
    expect(normalise(text)).toBe(normalised)
  })

  it.each([
    ['چورچ سمير', 'جورج سمير'],
    ['سعدیہ خاں', 'سعدية خان'],
    ['کتابھا ژاله', 'كتابها زالة'],
    ['ا\u0654حمد', 'أحمد'],
    ['الرحمٰن', 'الرحمن'],
    ['مشكلة رقم ٥٠٠', 'مشكله رقم 500'],
    ['صفحه ۵۰۰', 'صفحة ٥٠٠'],
    ['ﺳﺎﻣﻲ ﷲ', 'سامى الله'],
    ['ﻻﻣﻊ', 'لامع'],
    ['قۭالۥ هۦ', 'قال ه'],
    ['می\u200cخواهم', 'میخواهم'],
    ['Müller Øre Łódź', 'muller ore lodz'],
    ['Straße ﬁn', 'STRASSE fin'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['İstanbul', 'istanbul'],
  ])('%s is %s', (one, other) => {
    expect(normalise(one)).toBe(normalise(other))
  })

  it('of a part is a part of it: at its beginning, at its end, and in it', () => {
    const character = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(...'اأپچءؤـةىΣςßẞİ\u0670\u0654\u200c\u2066ﷲﻻ😍\u{1f3fd} \n٥'),
    )
    const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''))
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        const whole = normalise(before + part + after)
        expect(whole.startsWith(normalise(before))).toBe(true)
        expect(whole).toContain(normalise(part))
        expect(whole.endsWith(normalise(after))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('stays as it is when normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalise(text)
        expect(normalise(once)).toBe(once)
      }),
    )
  })
})

describe('a keyword', () => {
  const text = normalise('أ/ مُنى عبد الرحمن — C++ (Business)')

  it('is found however it is typed', () => {
    for (const keyword of ['مني', 'مُنَى', 'الرَّحمن', 'business', ' BUSINESS ', ''])
      expect(matches(text, keyword)).toBe(true)
    expect(matches(text, 'عمر')).toBe(false)
  })

  it('is taken literally, not as a pattern', () => {
    expect(matches(text, 'c++')).toBe(true)
    expect(matches(text, '(bus')).toBe(true)
    for (const pattern of ['.*', 'م.ي', '[', '^', '\\']) expect(matches(text, pattern), pattern).toBe(false)
  })
})

it('letters of Persian and Urdu keyboards are read as the Arabic ones', () => {
  expect(normalise('ٱىیةکپچڤگ')).toBe('اييهكبجفج')
  expect(normalise('پپ گگ')).toBe('بب جج')
})
