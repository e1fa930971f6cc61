import { expect, it } from 'vitest'
import { messagesFor } from './messages.ts'
import { neutral } from './neutral.ts'

const words = {
  choose:
    '{gender, select, female {اختاري} other {اختار}} مدرّس قبل {day}، {gender, select, female {واكتبي} other {واكتب}} له.',
  plain: 'مدرّس',
} as const

const to = (gender: 'female' | 'male' | null) => messagesFor(words, { locale: 'ar-EG-u-nu-arab', gender })

it('addresses who reads in their gender, and in the masculine where that is not known', () => {
  expect(to('female')('choose', { day: 'بكرة' })).toBe('اختاري مدرّس قبل بكرة، واكتبي له.')
  expect(to('male')('choose', { day: 'بكرة' })).toBe('اختار مدرّس قبل بكرة، واكتب له.')
  expect(to(null)('choose', { day: 'بكرة' })).toBe('اختار مدرّس قبل بكرة، واكتب له.')
  expect(to('female')('plain')).toBe('مدرّس')
})

it('does so in sentences with links too', () => {
  const t = messagesFor(
    { rich: '<b>{gender, select, female {اختاري} other {اختار}}</b>' },
    { locale: 'ar-EG-u-nu-arab', gender: 'female' },
  )
  expect(t.rich('rich', { b: (text) => text })).toBe('اختاري')
})

it('shows the digits that stand in a sentence as the reader chose them', () => {
  const words = { plan: 'باقة ٣ شهور', rich: 'من ٣ <b>لـ ٣٢</b> حرف' } as const
  const latin = messagesFor(words, { locale: 'ar-EG-u-nu-latn', gender: null })
  expect(latin('plan')).toBe('باقة 3 شهور')
  expect(latin.rich('rich', { b: (text) => text })).toBe('من 3 لـ 32 حرف')
  expect(messagesFor(words, { locale: 'ar-EG-u-nu-arab', gender: null })('plan')).toBe('باقة ٣ شهور')
})

it('keeps the digits apart from the gender', () => {
  const count = { of: '{gender, select, female {اختاري} other {اختار}} {count, number}' } as const
  expect(messagesFor(count, { locale: 'ar-EG-u-nu-arab', gender: 'female' })('of', { count: 7 })).toBe('اختاري ٧')
  expect(messagesFor(count, { locale: 'ar-EG-u-nu-latn', gender: 'male' })('of', { count: 7 })).toBe('اختار 7')
})

it('takes the gender out of a sentence for who shows it without a translator', () => {
  expect(neutral(words.choose)).toBe('اختار مدرّس قبل {day}، واكتب له.')
})
