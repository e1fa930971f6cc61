import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slot } from '#contract/availability'
import { SlotPurpose } from '#domain/availability/purposes'
import { minutes, overlaps, toIso } from '#domain/cairo'
import { meetingOffers } from './offers.ts'

const QUARTER = minutes(15)
const noon = Date.parse('2026-11-22T10:00:00Z')
const slot = (id: number, from: number, to: number, rest: Partial<Slot> = {}): Slot => ({
  id,
  userId: id,
  purpose: SlotPurpose.Interview,
  start: toIso(noon + from * QUARTER),
  end: toIso(noon + to * QUARTER),
  deleted: false,
  createdAt: toIso(noon),
  updatedAt: toIso(noon),
  ...rest,
})
const taken = (parent: number, from: number, to: number) => ({
  parent,
  start: toIso(noon + from * QUARTER),
  end: toIso(noon + to * QUARTER),
})
const offersOf = (list: Slot[], subslots: ReturnType<typeof taken>[] = [], now = noon) =>
  meetingOffers({ slots: { list }, subslots }, SlotPurpose.Interview, [], now).map(
    ({ start, slotIds }) => `${(start - noon) / QUARTER}:${slotIds}`,
  )

describe('the half hours of managers', () => {
  it('stand one after another around what is taken', () => {
    expect(offersOf([slot(1, 0, 9)], [taken(1, 2, 4)])).toEqual(['0:1', '4:1', '6:1'])
  })

  it('are those that have not begun', () => {
    expect(offersOf([slot(1, 0, 6)], [], noon + 1)).toEqual(['1:1', '3:1'])
    expect(offersOf([slot(1, 0, 6)], [], noon)).toEqual(['0:1', '2:1', '4:1'])
  })

  it('are shown once, with the manager first who has more of them', () => {
    expect(offersOf([slot(1, 0, 2), slot(2, 0, 6)])).toEqual(['0:2,1', '2:2', '4:2'])
  })

  it('lie in slots for this kind of meeting', () => {
    const purposes = Object.values(SlotPurpose).map((purpose, index) => slot(index + 1, 0, 2, { purpose }))
    expect(offersOf(purposes)).toEqual([`0:${SlotPurpose.General},${SlotPurpose.Interview}`])
    expect(offersOf([slot(1, 0, 2, { deleted: true })])).toEqual([])
  })

  it('leave out those beside the tutor’s own meetings', () => {
    const own = [{ start: noon + QUARTER, end: noon + 3 * QUARTER }]
    const offers = meetingOffers({ slots: { list: [slot(1, 0, 6)] }, subslots: [] }, SlotPurpose.Interview, own, noon)
    expect(offers.map(({ start }) => (start - noon) / QUARTER)).toEqual([4])
  })

  it('never overlap what is taken, and lie inside their slot', () => {
    const quarter = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(
        quarter,
        quarter,
        fc.array(fc.tuple(quarter, fc.integer({ min: 1, max: 4 }))),
        (from, length, booked) => {
          const list = [slot(1, from, from + length + 1)]
          const subslots = booked.map(([start, quarters]) => taken(1, start, start + quarters))
          for (const offer of meetingOffers({ slots: { list }, subslots }, SlotPurpose.Interview, [], noon)) {
            expect(offer.start).toBeGreaterThanOrEqual(noon + from * QUARTER)
            expect(offer.end).toBeLessThanOrEqual(noon + (from + length + 1) * QUARTER)
            for (const { start, end } of subslots)
              expect(overlaps(offer, { start: Date.parse(start), end: Date.parse(end) })).toBe(false)
          }
        },
      ),
    )
  })
})
