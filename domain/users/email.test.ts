import { describe, expect, it } from 'vitest'
import { normalEmail, whyNotEmail } from './email.ts'

describe('an e-mail', () => {
  it('is kept trimmed and in lower case', () => {
    expect(normalEmail(' Sara@Example.COM ')).toBe('sara@example.com')
  })

  it('has a local part, a domain and a top level of 2 to 4', () => {
    for (const email of ['sara@example.com', 's.a-r_a1@mail.example.co', 'a@b.info', `${'a'.repeat(38)}@example.com`])
      expect(whyNotEmail(email), email).toBeNull()
  })

  it('is refused otherwise', () => {
    const wrong = [
      '',
      'sara',
      'sara@',
      '@example.com',
      'sara@example',
      'sara@example.c',
      'sara@example.technology',
      'sa ra@example.com',
    ]
    const odd = [
      '.sara@example.com',
      'sara.@example.com',
      'sa..ra@example.com',
      'sara@example..com',
      'سارة@example.com',
      `${'a'.repeat(39)}@example.com`,
    ]
    for (const email of [...wrong, ...odd]) expect(whyNotEmail(email), email).toBe('invalid-email')
  })

  it('answers quickly whatever it is given', () => {
    expect(whyNotEmail(`a@${'a.'.repeat(50_000)}`)).toBe('invalid-email')
  })
})
