import { describe, expect, it } from 'vitest'
import { isOwnPassword, whyNotPassword } from './password.ts'

describe('a password', () => {
  it('has 8 to 50 characters', () => {
    expect(whyNotPassword('abcdef1')).toBe('short-password')
    expect(whyNotPassword('abcdefg1')).toBeNull()
    expect(whyNotPassword(`1${'a'.repeat(49)}`)).toBeNull()
    expect(whyNotPassword(`1${'a'.repeat(50)}`)).toBe('long-password')
  })

  it('has a digit, a Latin letter and no white space', () => {
    for (const password of ['abcdefgh', '12345678', 'abc def1', 'abcdefg1\n', 'كلمةسرقوية١'])
      expect(whyNotPassword(password), password).toBe('invalid-password')
    expect(whyNotPassword('كلمة-سر-a1')).toBeNull()
  })
})

describe('a password of one’s own data', () => {
  const sara = { email: 'sara.ali90@example.com', name: 'Sara  Ali  Abdelrahman', phone: '01012345678' }

  it('is the address, its first part, a word of the name or the phone, with fewer than six other characters', () => {
    for (const password of [
      'sara.ali90@example.com',
      'Sara.Ali90',
      'sara.ali90!2345',
      'Abdelrahman1',
      'SaraAbdelrahman1',
      'sara1990!',
      '01012345678a',
      'a1012345678',
      'ali12345',
    ])
      expect(isOwnPassword(password, sara), password).toBe(true)
  })

  it('is not one with six other characters, nor one without anything of them', () => {
    for (const password of ['sara.ali90!23456', 'sara199012', 'Hessa2026!', 'abcdefg1'])
      expect(isOwnPassword(password, sara), password).toBe(false)
    expect(isOwnPassword('al1', { email: 'al@example.com', name: 'Al', phone: null })).toBe(false)
  })
})
