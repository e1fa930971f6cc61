import { describe, expect, it } from 'vitest'
import { normalPhone, whyNotEffectivePhone, whyNotPhone } from './phone.ts'

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
