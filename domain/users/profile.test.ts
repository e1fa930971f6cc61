import { describe, expect, it } from 'vitest'
import { Role } from '../roles.ts'
import {
  Governorate,
  governorateOf,
  governorates,
  numbersOfGovernorate,
  whyNotBirthYear,
  whyNotEnglishLevel,
} from './profile.ts'

describe('a profile', () => {
  it('belongs to a person aged 10 to 60', () => {
    expect(whyNotBirthYear(1966, 2026, Role.Student)).toBeNull()
    expect(whyNotBirthYear(1965, 2026, Role.Student)).toBe('old-user')
    expect(whyNotBirthYear(2016, 2026, Role.Student)).toBeNull()
    expect(whyNotBirthYear(2017, 2026, Role.Student)).toBe('young-user')
  })

  it('belongs to an adult, for those who teach', () => {
    for (const role of [Role.Tutor, Role.TutorManager]) {
      expect(whyNotBirthYear(2008, 2026, role)).toBeNull()
      expect(whyNotBirthYear(2009, 2026, role)).toBe('young-user')
      expect(whyNotBirthYear(1965, 2026, role)).toBe('old-user')
    }
  })

  it('knows thirty governorates by their numbers', () => {
    expect(Object.values(Governorate)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  it('offers each of today’s governorates once, and finds it under all of its numbers', () => {
    const { Monufia, Minufiya, Giza, GizaCity, Cairo, Helwan, Alexandria } = Governorate
    expect([Minufiya, GizaCity, Cairo, Helwan].map(governorateOf)).toEqual([Monufia, Giza, Cairo, Cairo])
    expect(governorates).toEqual(
      Object.values(Governorate).filter((one) => ![Minufiya, GizaCity, Helwan].some((other) => other === one)),
    )
    expect(governorates).toHaveLength(27)
    expect(numbersOfGovernorate(Alexandria)).toEqual([Alexandria])
    expect(numbersOfGovernorate(Monufia)).toEqual([Monufia, Minufiya])
    expect(numbersOfGovernorate(Minufiya)).toEqual([Monufia, Minufiya])
    expect(numbersOfGovernorate(Cairo)).toEqual([Cairo, Helwan])
  })

  it('names one of six English levels', () => {
    expect([1, 6].map(whyNotEnglishLevel)).toEqual([null, null])
    expect([0, 7, 1.5].map(whyNotEnglishLevel)).toEqual(Array(3).fill('invalid-english-level'))
  })
})
