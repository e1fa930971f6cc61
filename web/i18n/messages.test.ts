import { expect, it } from 'vitest'
import { checkout } from './ar/checkout.ts'
import { messagesFor } from './messages.ts'

const words = {
  choose:
    '{gender, select, female {اختاري} other {اختار}} مدرّس قبل {day}، {gender, select, female {واكتبي} other {واكتب}} له.',
  plain: 'مدرّس',
} as const

const to = (gender: 'female' | 'male' | null) => messagesFor(words, { digits: 'arab', gender })

it('addresses who reads in their gender, and in the masculine where that is not known', () => {
  expect(to('female')('choose', { day: 'بكرة' })).toBe('اختاري مدرّس قبل بكرة، واكتبي له.')
  expect(to('male')('choose', { day: 'بكرة' })).toBe('اختار مدرّس قبل بكرة، واكتب له.')
  expect(to(null)('choose', { day: 'بكرة' })).toBe('اختار مدرّس قبل بكرة، واكتب له.')
  expect(to('female')('plain')).toBe('مدرّس')
})

it('does so in sentences with links too', () => {
  const t = messagesFor(
    { rich: '<b>{gender, select, female {اختاري} other {اختار}}</b>' },
    { digits: 'arab', gender: 'female' },
  )
  expect(t.rich('rich', { b: (text) => text })).toBe('اختاري')
})

it('keeps the digits apart from the gender', () => {
  const sentence = (digits: 'arab' | 'latn', gender: 'female' | null) =>
    messagesFor(checkout, { digits, gender })('steps.place')
  expect(sentence('arab', 'female')).toContain('روحي')
  expect(sentence('latn', null)).toContain('روح ')
})
