import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, fromIso, hours, localTime, overlaps } from '../cairo.ts'
import { demandOf, demandWindow, suggestedHours } from './demand.ts'

/** A Sunday noon in Cairo. */
const now = fromIso('2026-02-15T10:00:00Z')
const at = (iso: string) => fromIso(`2026-02-${iso}:00Z`)

describe('the demand by hour of the week', () => {
  it('is read from 28 whole days in Cairo before today', () => {
    expect(demandWindow(now)).toEqual({ start: fromIso('2026-01-17T22:00:00Z'), end: fromIso('2026-02-14T22:00:00Z') })
  })

  it('adds the weeks up and compares with the busiest hour', () => {
    const started = [
      { start: at('02T18:00'), count: 3 },
      { start: at('09T18:00'), count: 1 },
      { start: at('03T17:00'), count: 1 },
    ]
    expect(demandOf(started)).toEqual([
      { weekday: 1, hour: 20, share: 100 },
      { weekday: 2, hour: 19, share: 25 },
    ])
  })

  it('is empty without lessons', () => {
    expect(demandOf([])).toEqual([])
  })

  it('counts an hour in Cairo, whatever its distance from UTC', () => {
    const summer = { start: fromIso('2026-07-06T17:00:00Z'), count: 1 }
    const winter = { start: fromIso('2026-02-02T18:00:00Z'), count: 1 }
    expect(demandOf([summer, winter])).toEqual([{ weekday: 1, hour: 20, share: 100 }])
  })
})

describe('the hours that are suggested', () => {
  const demand = [
    { weekday: 1, hour: 20, share: 100 },
    { weekday: 0, hour: 11, share: 80 },
    { weekday: 0, hour: 13, share: 60 },
  ]

  it('are those of the coming seven days, the busiest first', () => {
    expect(suggestedHours(demand, [], now, 3).map(({ start }) => start)).toEqual([
      at('16T18:00'),
      at('22T09:00'),
      at('15T11:00'),
    ])
  })

  it('leave out what is offered already, also in part', () => {
    const offered = [{ start: at('16T18:45'), end: at('16T20:00') }]
    expect(suggestedHours(demand, offered, now, 2).map(({ start }) => start)).toEqual([at('22T09:00'), at('15T11:00')])
  })

  it('leave out an hour that the change to summer time takes away', () => {
    const beforeChange = fromIso('2026-04-23T10:00:00Z')
    expect(suggestedHours([{ weekday: 5, hour: 0, share: 100 }], [], beforeChange, 3)).toEqual([])
  })

  it('never overlap what is offered, are an hour of the demand each, and come within a week', () => {
    const hour = fc.record({ weekday: fc.nat(6), hour: fc.nat(23), share: fc.integer({ min: 1, max: 100 }) })
    const aNow = fc.integer({ min: fromIso('2026-01-01T00:00:00Z'), max: fromIso('2027-12-31T00:00:00Z') })
    const slot = fc.record({ after: fc.nat(hours(24 * 8)), length: fc.integer({ min: 1, max: hours(24) }) })
    fc.assert(
      fc.property(fc.array(hour), fc.array(slot), aNow, (asked, slots, moment) => {
        const offered = slots.map(({ after, length }) => ({ start: moment + after, end: moment + after + length }))
        for (const range of suggestedHours(asked, offered, moment, 20)) {
          const { weekday, hour: found } = localTime(range.start)
          expect(asked.some((one) => one.weekday === weekday && one.hour === found)).toBe(true)
          expect(range.end - range.start).toBe(hours(1))
          expect(offered.some((one) => overlaps(one, range))).toBe(false)
          expect(contains({ start: moment, end: moment + hours(24 * 7 + 1) }, range)).toBe(true)
        }
      }),
    )
  })
})

describe('the order of hours', () => {
  const started = (iso: string, count: number) => ({ start: at(iso), count })

  it('is by their share, then by the weekday, then by the hour', () => {
    const hoursOf = [
      started('10T18:00', 1),
      started('08T20:00', 1),
      started('08T18:00', 1),
      started('11T18:00', 2),
      started('09T18:00', 4),
    ]
    const expected = [
      [1, 20, 100],
      [3, 20, 50],
      [0, 20, 25],
      [0, 22, 25],
      [2, 20, 25],
    ]
    for (const order of [hoursOf, hoursOf.toReversed()])
      expect(demandOf(order).map(({ weekday, hour, share }) => [weekday, hour, share])).toEqual(expected)
  })

  it('suggests neither the hour that begins now nor that of the same moment in a week, and no more than asked for', () => {
    const demand = [12, 13, 14].map((hour) => ({ weekday: 0, hour, share: 100 }))
    expect(suggestedHours(demand, [], now, 3)).toEqual(
      [13, 14].map((hour) => ({
        start: now + hours(hour - 12),
        end: now + hours(hour - 11),
      })),
    )
    expect(suggestedHours(demand, [], now, 1)).toEqual([{ start: now + hours(1), end: now + hours(2) }])
  })

  it('suggests the first of the two hours that autumn repeats', () => {
    const autumn = fromIso('2026-10-26T10:00:00Z')
    const doubled = suggestedHours([{ weekday: 4, hour: 23, share: 100 }], [], autumn, 5)
    expect(doubled).toEqual([{ start: fromIso('2026-10-29T20:00:00Z'), end: fromIso('2026-10-29T21:00:00Z') }])
  })
})
