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

  it('is also one that is written backwards, apart, or with other characters for its letters', () => {
    for (const password of [
      'aras2026',
      'namharledbA1',
      'sa2026ra',
      's1a2r3a4',
      'S4ra2026',
      '$@r@2026',
      'A1i-54ra!',
      'ali.sara.2026',
      '0101-234-5678a',
      '8765432101a',
      '12345678ab',
      'sara_ali_90!',
    ])
      expect(isOwnPassword(password, sara), password).toBe(true)
  })

  it('is also one of an Arabic name, in Arabic or in Latin letters', () => {
    const ahmed = { email: 'x@example.com', name: 'أحمد محمود عبدالرحمن' }
    for (const password of [
      'ahmed2026',
      'Ahmad1990',
      'a7med123',
      'A7mad7med1',
      'mahmoud12',
      'Ma7mood1',
      'abdelrahman1',
      'abdulrahman99',
      'Abdurrahman99',
      'أحمد2026a',
      'احمد_2026a',
    ])
      expect(isOwnPassword(password, ahmed), password).toBe(true)
    for (const password of ['Sarah2026', 'sara1234', 'Saraa2025'])
      expect(isOwnPassword(password, { email: 'x@example.com', name: 'سارة علي' }), password).toBe(true)
    for (const password of [
      'mona2026',
      'Muna1999',
      'youssef1',
      'yusuf2010',
      '3omar123',
      'Omar2026',
      'khaled12',
      '5aled123',
    ])
      expect(isOwnPassword(password, { email: 'x@example.com', name: 'منى يوسف عمر خالد' }), password).toBe(true)
    for (const password of ['Hessa2026!', 'user9Kp!', 'river7stone', 'qwz81hmpd', 'tramway77x'])
      expect(isOwnPassword(password, { email: 'x@example.com', name: 'سارة أحمد علي' }), password).toBe(false)
  })

  it('takes no long time to find, whatever the name and the password', () => {
    for (const name of ['اوي'.repeat(26), 'ثه'.repeat(40), 'ها'.repeat(40), 'خالال'.repeat(16), 'ححهه'.repeat(20)])
      for (const password of [
        'aeiou'.repeat(10),
        'ae'.repeat(25),
        'th'.repeat(25),
        'ha'.repeat(25),
        'khalal'.repeat(8),
        'h'.repeat(50),
      ])
        isOwnPassword(`${password.slice(1)}1`, { email: 'x@example.com', name: `${name} ${name}` })
  }, 1000)

  it('is not one with six other characters, nor one without anything of them', () => {
    for (const password of ['sara.ali90!23456', 'sara199012', 'Hessa2026!', 'abcdefg1'])
      expect(isOwnPassword(password, sara), password).toBe(false)
    expect(isOwnPassword('al1', { email: 'al@example.com', name: 'Al', phone: null })).toBe(false)
  })
})
