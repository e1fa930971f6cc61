import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aboutRules, bioIn, bioRules, whyNotAbout, whyNotBio, whyNotEnglishBio, whyNotNotice } from './profile.ts'

const arabic = (length: number) => 'مدرس '.repeat(length).slice(0, length)

describe('a bio', () => {
  it('has 25 to 60 characters', () => {
    expect(whyNotBio('')).toBe('empty-bio')
    expect(whyNotBio(arabic(24))).toBe('short-bio')
    expect(whyNotBio(arabic(25))).toBeNull()
    expect(whyNotBio(arabic(60))).toBeNull()
    expect(whyNotBio(arabic(61))).toBe('long-bio')
  })

  it('is Arabic, with a run of five letters and no Latin letter', () => {
    expect(whyNotBio(`${arabic(30)} IELTS`)).toBe('invalid-bio')
    expect(whyNotBio('a')).toBe('invalid-bio')
    expect(whyNotBio('1234567890'.repeat(3))).toBe('invalid-bio')
    expect(whyNotBio(`مدرس!${'1'.repeat(25)}`)).toBe('invalid-bio')
    expect(whyNotBio(`مدرسة${'1'.repeat(25)}`)).toBeNull()
  })
})

describe('an English bio', () => {
  const english = (length: number) => 'Teacher '.repeat(length).slice(0, length)

  it('has 25 to 60 characters', () => {
    for (const length of [25, 60]) expect(whyNotEnglishBio(english(length))).toBeNull()
    for (const length of [0, 24, 61]) expect(whyNotEnglishBio(english(length))).toBe('invalid-english-bio')
  })

  it('is Latin, with a run of five letters and no Arabic letter', () => {
    for (const bio of [`${english(30)} مدرس`, '1234567890'.repeat(3), `Teac!${'1'.repeat(25)}`])
      expect(whyNotEnglishBio(bio)).toBe('invalid-english-bio')
    expect(whyNotEnglishBio(`teach${'1'.repeat(25)}`)).toBeNull()
  })

  it('is what English readers see, where there is one', () => {
    const both = { bio: 'مدرس', englishBio: 'Teacher' }
    expect([bioIn('en', both), bioIn('ar', both)]).toEqual(['Teacher', 'مدرس'])
    expect(bioIn('en', { ...both, englishBio: null })).toBe('مدرس')
  })
})

describe('an about', () => {
  it('has 50 to 1000 characters', () => {
    expect(whyNotAbout(arabic(49))).toBe('short-tutor-about')
    expect(whyNotAbout(arabic(50))).toBeNull()
    expect(whyNotAbout(arabic(1000))).toBeNull()
    expect(whyNotAbout(arabic(1001))).toBe('long-tutor-about')
  })

  it('has some Arabic, and may have Latin', () => {
    expect(whyNotAbout('a'.repeat(100))).toBe('invalid-tutor-about')
    expect(whyNotAbout('')).toBe('invalid-tutor-about')
    expect(whyNotAbout(`${'a'.repeat(60)} ع`)).toBeNull()
  })
})

describe('the rules of a text, one by one', () => {
  const typed = fc.oneof(
    fc.string({ maxLength: 70 }),
    fc.string({ unit: fc.constantFrom('م', 'د', 'ر', ' ', 'a', '1', '!'), maxLength: 1010 }),
  )
  it('are all met exactly by what is accepted', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(Object.values(bioRules).every((isMet) => isMet(text))).toBe(whyNotBio(text) === null)
        expect(Object.values(aboutRules).every((isMet) => isMet(text))).toBe(whyNotAbout(text) === null)
      }),
    )
  })
})

describe('a booking notice', () => {
  it('is a minute to a day', () => {
    expect([1, 1440].map(whyNotNotice)).toEqual([null, null])
    expect([0, -1, 1.5].map(whyNotNotice)).toEqual(Array(3).fill('invalid-notice'))
    expect(whyNotNotice(1441)).toBe('max-notice-exceeded')
  })
})
