import { describe, expect, it } from 'vitest'
import { isOwnPassword } from './own-password.ts'

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

  it('is also one that is written backwards, apart, or with digits and signs for its letters', () => {
    for (const password of [
      'aras2026',
      'namharledbA1',
      'S4ra2026',
      '$@r@2026',
      'A1i-54ra!',
      'ali.sara.2026',
      '0101-234-5678a',
      '8765432101a',
      'sara_ali_90!',
    ])
      expect(isOwnPassword(password, sara), password).toBe(true)
    expect(isOwnPassword('احمد_2026a', { email: 'x@example.com', name: 'أحمد محمود' })).toBe(true)
  })

  it('is not one with six other characters, nor one without anything of them', () => {
    for (const password of ['sara.ali90!23456', 'sara199012', 'Hessa2026!', 'abcdefg1'])
      expect(isOwnPassword(password, sara), password).toBe(false)
    expect(isOwnPassword('al1', { email: 'al@example.com', name: 'Al', phone: null })).toBe(false)
    expect(isOwnPassword('Student123!', { email: 'student.17+check@example.com' })).toBe(false)
  })
})
