import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_EMAIL, normalEmail, searchedEmail, whyNotEmail } from './email.ts'

/** A full local part at a domain that makes the address as long as this. */
const emailOf = (length: number) => {
  const start = `${'l'.repeat(64)}@${`${'a'.repeat(60)}.`.repeat(2)}${'a'.repeat(20)}.`
  return `${start}${'a'.repeat(length - start.length - 4)}.com`
}

describe('an e-mail', () => {
  it('is kept trimmed and in lower case', () => {
    expect(normalEmail(' Sara@Example.COM ')).toBe('sara@example.com')
    expect(normalEmail('<mailto:sara@example.com>,')).toBe('sara@example.com')
    expect(normalEmail('sa;ra@example.com')).toBe('sa;ra@example.com')
  })

  it('is looked for as it is stored, and any other text as it is typed (docs/rules/api.md 3.4)', () => {
    const pasted = ['"sara@example.com"', '<sara@example.com>', 'mailto:Sara@Example.com', 'Sara <sara@example.com>,']
    for (const text of [...pasted, '\u200esara@example.com\u200f', '(sara@example.com)'])
      expect([text, searchedEmail(text)]).toEqual([text, 'sara@example.com'])
    for (const text of ['"سارة"', '<sara', '@example.com', 'mailto:', '']) expect(searchedEmail(text)).toBe(text)
  })

  it('has a local part, an at sign and a domain that ends with letters', () => {
    const plain = ['sara@example.com', 's.a-r_a1@mail.example.co', 'a@b.info', 's@1.2.eg', '-sara-@example.com']
    const tagged = ['sara+hessa@example.com', '+@example.com', "o'brien@example.com"]
    const longEndings = ['sara@example.academy', 'sara@school.technology', 'sara@example.photography']
    const punycode = ['sara@xn--mgbh0fb.example', 'sara@example.xn--wgbh1c']
    for (const email of [...plain, ...tagged, ...longEndings, ...punycode]) expect(whyNotEmail(email), email).toBeNull()
  })

  it('has at most 254 characters, 64 of them before the at sign', () => {
    expect(emailOf(MAX_EMAIL)).toHaveLength(254)
    expect(whyNotEmail(emailOf(MAX_EMAIL))).toBeNull()
    expect(whyNotEmail(emailOf(MAX_EMAIL + 1))).toBe('invalid-email')
    expect(whyNotEmail(`${'a'.repeat(64)}@example.com`)).toBeNull()
    expect(whyNotEmail(`${'a'.repeat(65)}@example.com`)).toBe('invalid-email')
    expect(whyNotEmail(`sara@${'a'.repeat(63)}.com`)).toBeNull()
    expect(whyNotEmail(`sara@${'a'.repeat(64)}.com`)).toBe('invalid-email')
  })

  it('is refused otherwise', () => {
    const wrong = [
      '',
      'sara',
      'sara@',
      '@example.com',
      'sara@example',
      'sara@example.c',
      'sa ra@example.com',
      'a@b@c.com',
    ]
    const endings = ['sara@example.123', 'sara@127.0.0.1', 'sara@example.c0m', 'sara@example.-com', 'sara@example.com.']
    const dots = [
      '.sara@example.com',
      'sara.@example.com',
      'sa..ra@example.com',
      'sara@example..com',
      'sara@.example.com',
    ]
    const signs = ['سارة@example.com', 'sara@مثال.com', '"sara"@example.com', 'sara<@example.com', 'sara,@example.com']
    const lines = ['sara@example.com\n', 'sara@example.com\r\nbcc: x@example.com', 'sara\n@example.com']
    for (const email of [...wrong, ...endings, ...dots, ...signs, ...lines])
      expect(whyNotEmail(email), JSON.stringify(email)).toBe('invalid-email')
  })

  it('is every address that ends with 2 to 4 letters and was accepted before', () => {
    const letter = fc.constantFrom(...'abcxyz')
    const inside = fc.constantFrom(...'abcxyz019_')
    const label = fc.string({ unit: inside, minLength: 1, maxLength: 8 })
    const part = fc.tuple(label, fc.constantFrom('', '-x', '.y', '_z')).map(([start, end]) => start + end)
    const ending = fc.string({ unit: letter, minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(part, fc.array(label, { minLength: 1, maxLength: 3 }), ending, (local, labels, end) => {
        expect(whyNotEmail(`${local}@${labels.join('.')}.${end}`)).toBeNull()
      }),
    )
  })

  it('is checked quickly, whatever the input', () => {
    expect(whyNotEmail(`a@${'a.'.repeat(50_000)}`)).toBe('invalid-email')
    expect(normalEmail(`${')'.repeat(500_000)}a`)).toHaveLength(500_001)
    expect(whyNotEmail(`${'a.'.repeat(31)}a@${'a-'.repeat(90)}`)).toBe('invalid-email')
  })
})

it('an address has one at sign, and 254 characters at most', () => {
  const domain = `${'a'.repeat(60)}.`.repeat(3)
  const longest = `${'m'.repeat(MAX_EMAIL - domain.length - 4)}@${domain}com`
  expect(longest).toHaveLength(MAX_EMAIL)
  expect(whyNotEmail(longest.replace('@', '@a.'))).toBe('invalid-email')
  expect(whyNotEmail('a@b.com@c.com')).toBe('invalid-email')
  for (const text of ['', 'a', '@b.com', 'a@']) expect(whyNotEmail(text), text).toBe('invalid-email')
})

it('an address is taken as it is pasted', () => {
  const pasted = [
    '\u200fSara@Example.com\u200e',
    'mailto:sara@example.com',
    '<sara@example.com>',
    'sara@example.com,',
    '\ufeffsara@example.com\u00a0',
    'Sara Samir <sara@example.com>',
    '"Sara Samir" <Sara@example.com>;',
    'سارة سمير <mailto:sara@example.com>',
    '(sara@example.com)',
    '“sara@example.com”',
    '«sara@example.com»،',
    '"sara@example.com",',
  ]
  for (const email of pasted) expect([email, normalEmail(email)]).toEqual([email, 'sara@example.com'])
})
