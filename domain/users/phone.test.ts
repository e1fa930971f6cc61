import { describe, expect, it } from 'vitest'
import { normalPhone, searchedPhone, whyNotEffectivePhone, whyNotPhone } from './phone.ts'

describe('a phone', () => {
  it('is an Egyptian mobile number', () => {
    for (const phone of ['01012345678', '01112345678', '01212345678', '01512345678'])
      expect(whyNotPhone(phone)).toBeNull()
    for (const phone of [
      '',
      '0101234567',
      '010123456789',
      '01312345678',
      '+201012345678',
      '0101234567a',
      '01012345678\n',
    ])
      expect(whyNotPhone(phone), phone).toBe('invalid-phone')
  })

  it('may be typed with Arabic digits', () => {
    expect(normalPhone(' ٠١٠١٢٣٤٥٦٧٨ ')).toBe('01012345678')
  })

  it('is the account’s own wherever it has one', () => {
    expect(whyNotEffectivePhone('01012345678', undefined)).toBeNull()
    expect(whyNotEffectivePhone('01012345678', '01012345678')).toBeNull()
    expect(whyNotEffectivePhone('01012345678', '01112345678')).toBe('incorrect-phone')
    expect(whyNotEffectivePhone(null, '01112345678')).toBeNull()
    expect(whyNotEffectivePhone(null, '123')).toBe('invalid-phone')
    expect(whyNotEffectivePhone(null, undefined)).toBe('phone-required')
  })
})

it('a number is taken as it is pasted', () => {
  const pasted = [
    '010 1234 5678',
    '010-1234-5678',
    '+201012345678',
    '0020 101 234 5678',
    '\u202a+20\u00a0101234 5678\u202c',
    'tel:+201012345678',
    '\uff0b\uff12\uff101012345678',
    '010\u00b71234،5678',
    '(010) 1234.5678',
    '201012345678',
    '+2001012345678',
    '00200 101 234 5678',
  ]
  for (const phone of pasted) expect([phone, normalPhone(phone)]).toEqual([phone, '01012345678'])
  const longer = ['+20101234567890', '+200101234567890', '20101234567890', '+20010123456x8', '5+201012345678']
  const others = [
    '+1 212 555 0100',
    '0021012345678',
    '+2001012345',
    '010 1234 567',
    '5002001012345678',
    '9201012345678',
  ]
  for (const other of [...longer, ...others, 'hotel:01012345678'])
    expect(whyNotPhone(normalPhone(other))).toBe('invalid-phone')
})

it('a search looks for a whole number as it is stored, and for any other text as it is typed', () => {
  for (const phone of ['+20 101 234 5678', '٠١٠ ١٢٣٤ ٥٦٧٨', '0020-1012345678', '01012345678'])
    expect([phone, searchedPhone(phone)]).toEqual([phone, '01012345678'])
  for (const text of ['0101 234', '+1 212 555 0100', 'Sara - Ali', 'sara@example.com', '42', ''])
    expect(searchedPhone(text)).toBe(text)
})
