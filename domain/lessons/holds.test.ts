import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, minutes, QUARTER_MS } from '../cairo.ts'
import { Role, roles } from '../roles.ts'
import { HOLD_MS, HOLDS_OF_QUARTER, HOLDS_OF_STUDENT, heldByOthers, isHeld, isInForce, sameHold } from './holds.ts'

const now = fromIso('2026-11-21T08:00:00Z')
const [sara, nour] = [
  { id: 1, role: Role.Student },
  { id: 2, role: Role.Student },
]
const start = fromIso('2026-11-21T10:00:00Z')
const half = { start, end: start + minutes(30) }
const ofSara = { ...half, studentId: sara.id, until: now + HOLD_MS }

describe('a hold', () => {
  it('lasts two minutes, of which the end is no longer part', () => {
    expect(HOLD_MS).toBe(120_000)
    expect(isInForce(ofSara, now + HOLD_MS - 1)).toBe(true)
    expect(isInForce(ofSara, now + HOLD_MS)).toBe(false)
  })

  it('binds other students, not who holds, and nobody else', () => {
    expect(heldByOthers([ofSara], nour, now)).toEqual([ofSara])
    expect(heldByOthers([ofSara], sara, now)).toEqual([])
    expect(heldByOthers([ofSara], nour, ofSara.until)).toEqual([])
    for (const role of roles.filter((one) => one !== Role.Student))
      expect(heldByOthers([ofSara], { id: 9, role }, now)).toEqual([])
  })

  it('of the same time is the one that there is', () => {
    expect(sameHold([ofSara], sara.id, half, now)).toBe(ofSara)
    expect(sameHold([ofSara], nour.id, half, now)).toBeUndefined()
    expect(sameHold([ofSara], sara.id, half, ofSara.until)).toBeUndefined()
    expect(sameHold([ofSara], sara.id, { ...half, end: start + QUARTER_MS }, now)).toBeUndefined()
    expect(sameHold([ofSara], sara.id, { start: start + QUARTER_MS, end: half.end }, now)).toBeUndefined()
  })

  it('is taken at most 20 times an hour, and three times in ten minutes of one quarter hour', () => {
    expect(HOLDS_OF_STUDENT).toEqual({ uses: 20, windowMs: minutes(60) })
    expect(HOLDS_OF_QUARTER).toEqual({ uses: 3, windowMs: minutes(10) })
  })
})

describe('any holds', () => {
  const anyHold = fc
    .record({
      student: fc.integer({ min: 1, max: 4 }),
      first: fc.nat(8),
      quarters: fc.constantFrom(1, 2),
      left: fc.integer({ min: -3, max: 3 }),
    })
    .map(({ student, first, quarters, left }) => ({
      studentId: student,
      start: start + first * QUARTER_MS,
      end: start + (first + quarters) * QUARTER_MS,
      until: now + left * minutes(1),
    }))

  it('keep a time for at most one student: of two who may not have it, none holds all of it', () => {
    fc.assert(
      fc.property(fc.array(anyHold, { maxLength: 6 }), anyHold, (holds, wanted) => {
        const isRefused = (id: number) => isHeld(heldByOthers(holds, { id, role: Role.Student }, now), wanted)
        const holders = new Set(
          holds.filter((hold) => isInForce(hold, now) && isHeld([hold], wanted)).map(({ studentId }) => studentId),
        )
        for (const id of [1, 2, 3, 4]) expect(isRefused(id)).toBe([...holders].some((holder) => holder !== id))
      }),
    )
  })

  it('touching each other do not overlap', () => {
    fc.assert(
      fc.property(anyHold, (hold) => {
        expect(isHeld([hold], { start: hold.end, end: hold.end + QUARTER_MS })).toBe(false)
        expect(isHeld([hold], { start: hold.start - QUARTER_MS, end: hold.start })).toBe(false)
        expect(isHeld([hold], { start: hold.start, end: hold.start + 1 })).toBe(true)
      }),
    )
  })
})
