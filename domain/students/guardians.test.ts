import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarYear, instantAtMinute, localDay } from '../cairo.ts'
import { ADULT_AGE, isMinor, whyNotGuarded, whyNotGuardianPhone, whyNotOwnBirthYear } from './guardians.ts'

const year = fc.integer({ min: 1966, max: 2030 })
const instant = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2060-01-01T00:00:00Z') })
/** A day of birth in a year. */
const birthday = fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
const two = (number: number) => String(number).padStart(2, '0')

describe('a minor', () => {
  it('is everybody who may still be under 18, and nobody who has certainly become 18', () => {
    fc.assert(
      fc.property(year, birthday, instant, (birthYear, { month, day }, now) => {
        const eighteenth = `${birthYear + ADULT_AGE}-${two(month)}-${two(day)}`
        if (localDay(now) < eighteenth) expect(isMinor(birthYear, now)).toBe(true)
        // The last of a year is 18 on its last day.
        expect(isMinor(birthYear, now)).toBe(localDay(now) <= `${birthYear + ADULT_AGE}-12-31`)
      }),
    )
  })

  it('is one until midnight in Cairo of the first new year after the 18th', () => {
    const newYear = instantAtMinute('2027-01-01', 0)
    expect([isMinor(2008, newYear - 1), isMinor(2008, newYear), isMinor(2009, newYear)]).toEqual([true, false, true])
    expect(calendarYear(newYear) - calendarYear(newYear - 1)).toBe(1)
  })

  it('becomes an adult once, and never again a minor', () => {
    fc.assert(
      fc.property(year, instant, instant, (birthYear, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)]
        expect(isMinor(birthYear, later) && !isMinor(birthYear, earlier)).toBe(false)
      }),
    )
  })

  it('is nobody who has not said when they were born', () => {
    fc.assert(fc.property(instant, (now) => !isMinor(null, now)))
  })
})

describe('booking and paying', () => {
  it('waits for a guardian exactly while a minor has none', () => {
    fc.assert(
      fc.property(fc.option(year), fc.boolean(), instant, (birthYear, hasGuardian, now) => {
        const refusal = whyNotGuarded({ birthYear, hasGuardian }, now)
        expect(refusal === 'guardian-required').toBe(isMinor(birthYear, now) && !hasGuardian)
        if (hasGuardian) expect(refusal).toBeNull()
      }),
    )
  })
})

describe('one’s own year of birth', () => {
  it('is fixed once it makes a minor, so that no row of changes makes an adult', () => {
    fc.assert(
      fc.property(fc.option(year), fc.array(year), instant, (first, changes, now) => {
        let stored = first
        for (const next of changes) if (whyNotOwnBirthYear(stored, next, now) === null) stored = next
        if (isMinor(first, now)) expect(stored).toBe(first)
        else if (stored !== first) expect(changes).toContain(stored)
      }),
    )
    const now = Date.parse('2026-11-28T10:00:00Z')
    expect(whyNotOwnBirthYear(2012, 2012, now)).toBeNull()
    expect(whyNotOwnBirthYear(2012, 1990, now)).toBe('birth-year-fixed')
    expect(whyNotOwnBirthYear(2012, 2011, now)).toBe('birth-year-fixed')
    expect(whyNotOwnBirthYear(1990, 2012, now)).toBeNull()
    expect(whyNotOwnBirthYear(null, 2012, now)).toBeNull()
  })
})

describe('a guardian’s number', () => {
  it('is another than the student’s', () => {
    expect(whyNotGuardianPhone('01012345678', '01012345678')).toBe('guardian-phone-own')
    expect(whyNotGuardianPhone('01012345678', '01112345678')).toBeNull()
    expect(whyNotGuardianPhone('01012345678', null)).toBeNull()
  })
})
