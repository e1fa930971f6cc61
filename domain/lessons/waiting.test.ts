import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, fromIso, hours, minutes, overlaps, QUARTER_MS } from '../cairo.ts'
import { rangeOf } from './durations.ts'
import {
  isInEvening,
  isQuietTime,
  MAX_LAPSED,
  MAX_WAITS,
  OFFER_MS,
  offersOf,
  PAUSE_AFTER_OFFER,
  stillFree,
  type Waiting,
  whyNotWait,
} from './waiting.ts'

/** Winter: Cairo is two hours ahead. */
const cairo = (time: string, day = '2026-11-21') => fromIso(`${day}T${time}:00Z`) - hours(2)
const now = cairo('10:00')
const range = (from: string, to: string) => ({ start: cairo(from), end: cairo(to) })
const waiting = (studentId: number, more: Partial<Waiting> = {}): Waiting => ({
  studentId,
  isEvening: false,
  offers: [],
  whyNot: () => null,
  ...more,
})

describe('a waiting list', () => {
  it('is one of five at the most', () => {
    expect(MAX_WAITS).toBe(5)
    expect(whyNotWait(4)).toBeNull()
    expect(whyNotWait(5)).toBe('waiting-limit-reached')
  })

  it('of evenings is about lessons from 17:00 on', () => {
    expect(isInEvening(cairo('16:45'))).toBe(false)
    expect(isInEvening(cairo('17:00'))).toBe(true)
    expect(isInEvening(cairo('23:45'))).toBe(true)
    expect(isInEvening(cairo('00:00'))).toBe(false)
  })

  it('offers nothing from 22:00 to 8:00', () => {
    expect(['21:59', '22:00', '03:00', '07:59', '08:00'].map((time) => isQuietTime(cairo(time)))).toEqual([
      ...[false, true, true, true, false],
    ])
  })
})

describe('offers', () => {
  it('last 15 minutes, pause for a day after one that ran out, and end with the third of these', () => {
    expect([OFFER_MS, PAUSE_AFTER_OFFER, MAX_LAPSED]).toEqual([minutes(15), hours(24), 3])
  })

  it('go to the first who came, and of a long time to the others as well', () => {
    const free = [range('18:00', '19:15')]
    expect(offersOf([waiting(1)], free, now)).toEqual([{ studentId: 1, start: cairo('18:00'), duration: 30 }])
    expect(offersOf([waiting(3), waiting(1), waiting(2), waiting(4)], free, now)).toEqual([
      { studentId: 3, start: cairo('18:00'), duration: 30 },
      { studentId: 1, start: cairo('18:30'), duration: 30 },
      { studentId: 2, start: cairo('19:00'), duration: 15 },
    ])
  })

  it('are of times that were freed one after the other as of one', () => {
    const freed = [range('18:15', '18:30'), range('18:00', '18:15')]
    expect(stillFree(freed, [range('14:00', '20:00')], [])).toEqual([range('18:00', '18:30')])
  })

  it('pass over who cannot book, and who has an offer or had one within the day', () => {
    const free = [range('18:00', '18:30')]
    const refused = waiting(1, { whyNot: () => 'no-enough-minutes' })
    const past = (isRunning: boolean, madeAt: number, isLeft = false) =>
      waiting(1, { offers: [{ start: cairo('12:00'), end: cairo('12:30'), madeAt, isRunning, isLeft }] })
    for (const one of [refused, past(true, now - hours(30)), past(false, now - PAUSE_AFTER_OFFER + 1)])
      expect(offersOf([one, waiting(2)], free, now).map(({ studentId }) => studentId)).toEqual([2])
    expect(offersOf([past(false, now - PAUSE_AFTER_OFFER)], free, now)).toHaveLength(1)
    expect(offersOf([past(false, now - 1, true)], free, now)).toHaveLength(1)
  })

  it('are shorter for who has few minutes', () => {
    const short = waiting(1, { whyNot: ({ duration }) => (duration > 15 ? 'no-enough-minutes' : null) })
    expect(offersOf([short, waiting(2)], [range('18:00', '18:30')], now)).toEqual([
      { studentId: 1, start: cairo('18:00'), duration: 15 },
      { studentId: 2, start: cairo('18:15'), duration: 15 },
    ])
  })

  it('of the evening begin at 17:00, and no time, or part of it, comes twice to the same student', () => {
    const free = [range('16:00', '18:00')]
    expect(offersOf([waiting(1, { isEvening: true })], free, now)).toMatchObject([{ start: cairo('17:00') }])
    const past = { madeAt: now - hours(48), isRunning: false, isLeft: false }
    const offers = [{ start: cairo('16:00'), end: cairo('16:30'), ...past }]
    expect(offersOf([waiting(1, { offers })], free, now)).toMatchObject([{ start: cairo('16:30') }])
  })

  const anyRange = fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 })).map(([first, quarters]) => ({
    start: cairo('14:00') + first * QUARTER_MS,
    end: cairo('14:00') + (first + quarters) * QUARTER_MS,
  }))
  const anyWaiting = fc.uniqueArray(
    fc.record({ studentId: fc.nat(8), isEvening: fc.boolean(), most: fc.constantFrom(0, 15, 30), busy: anyRange }),
    { selector: ({ studentId }) => studentId, maxLength: 6 },
  )

  it('never overlap, lie in what was freed and is free, and leave nobody out for somebody who came later', () => {
    fc.assert(
      fc.property(
        fc.array(anyRange, { maxLength: 4 }),
        fc.array(anyRange, { maxLength: 3 }),
        anyWaiting,
        (freed, taken, people) => {
          const free = stillFree(freed, [range('14:00', '20:00')], taken)
          const list = people.map(({ studentId, isEvening, most, busy }) =>
            waiting(studentId, {
              isEvening,
              whyNot: (time) =>
                time.duration > most
                  ? 'no-enough-minutes'
                  : overlaps(rangeOf(time), busy)
                    ? 'conflicting-lessons'
                    : null,
            }),
          )
          const offers = offersOf(list, free, now)
          for (const [index, offer] of offers.entries()) {
            const time = rangeOf(offer)
            const one = list.find(({ studentId }) => studentId === offer.studentId)
            expect(one?.whyNot(offer)).toBeNull()
            expect(one?.isEvening && !isInEvening(offer.start)).toBe(false)
            expect(offers.slice(index + 1).some((other) => overlaps(rangeOf(other), time))).toBe(false)
            expect(taken.some((busy) => overlaps(busy, time))).toBe(false)
            for (let at = time.start; at < time.end; at += QUARTER_MS)
              expect(freed.some((part) => contains(part, { start: at, end: at + QUARTER_MS }))).toBe(true)
          }
          expect(new Set(offers.map(({ studentId }) => studentId)).size).toBe(offers.length)
          for (const [place, one] of list.entries()) {
            if (offers.some(({ studentId }) => studentId === one.studentId)) continue
            // Alone with what later ones got, this student gets nothing either.
            const later = offers.filter(({ studentId }) => list.findIndex((of) => of.studentId === studentId) > place)
            expect(offersOf([one], later.map(rangeOf), now)).toEqual([])
          }
        },
      ),
    )
  })
})
