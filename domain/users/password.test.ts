import { describe, expect, it } from 'vitest'
import { whyNotPassword } from './password.ts'

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
