import { describe, expect, it } from 'vitest'
import { fromIso, hours, minutes, type TimeRange } from '../cairo.ts'
import {
  countedFor,
  type Findable,
  find,
  freeTimesOf,
  hasFilter,
  matching,
  quoteOf,
  type Seeker,
  sortedBy,
  startsAt,
  type Wanted,
} from './finding.ts'
import type { Sort } from './options.ts'
import { compareTutors } from './ordering.ts'

const NOW = fromIso('2026-02-11T12:00:00+02:00')
const open = (fromHour: number, length = 60): TimeRange => ({
  start: NOW + hours(fromHour),
  end: NOW + hours(fromHour) + minutes(length),
})
const tutor = (
  id: number,
  { ranges = [open(1)], ...more }: Partial<Findable> & { ranges?: TimeRange[] } = {},
): Findable => {
  return {
    id,
    gender: 'female',
    avgRating: 5,
    lessonCount: 0,
    speaksSlowly: false,
    topicIds: [],
    nearestFreeTime: ranges[0]?.start ?? null,
    ...freeTimesOf(ranges, startsAt(NOW)),
    ...more,
  }
}
const mona = tutor(1, { topicIds: [7, 8], speaksSlowly: true, avgRating: 4.5 })
const omar = tutor(2, { gender: 'male', topicIds: [7], avgRating: 4.4, ranges: [open(6)] })
const heba = tutor(3, { topicIds: [9], avgRating: 3.9, ranges: [] })
const all = [mona, omar, heba]

const student = (more: Partial<Seeker> = {}): Seeker => ({
  favouriteIds: new Set(),
  topicIds: new Set(),
  fitting: null,
  ...more,
})
function idsOf(wanted: Wanted, seeker: Seeker | null = null): number[] {
  const { found } = find(all, wanted, seeker)
  expect(matching(all, wanted, seeker)).toEqual(found)
  return found.map(({ id }) => id)
}

describe('a list of tutors', () => {
  it('contains everybody without a filter', () => expect(idsOf({})).toEqual([1, 2, 3]))

  it('is narrowed by each part, and by all of them together', () => {
    expect(idsOf({ topic: 7 })).toEqual([1, 2])
    expect(idsOf({ gender: 'male' })).toEqual([2])
    expect(idsOf({ rating: 4.5 })).toEqual([1])
    expect(idsOf({ rating: 4 })).toEqual([1, 2])
    expect(idsOf({ slow: true })).toEqual([1])
    expect(idsOf({ slow: false })).toEqual([1, 2, 3])
    expect(idsOf({ when: 'now' })).toEqual([1])
    expect(idsOf({ when: 'evening' })).toEqual([2])
    expect(idsOf({ topic: 7, gender: 'female' })).toEqual([1])
    expect(idsOf({ topic: 9, when: 'today' })).toEqual([])
  })

  it('is narrowed to favourites', () => {
    expect(idsOf({ favourites: true }, student({ favouriteIds: new Set([2, 3]) }))).toEqual([2, 3])
    expect(idsOf({ favourites: true })).toEqual([])
  })

  it('fits the minutes left with a lesson that is long enough and not too late', () => {
    const before = NOW + hours(6)
    expect(
      idsOf({ fitting: true }, student({ fitting: { starts: { start: NOW, end: before }, duration: 30 } })),
    ).toEqual([1])
    expect(
      idsOf({ fitting: true }, student({ fitting: { starts: { start: NOW, end: before + 1 }, duration: 30 } })),
    ).toEqual([1, 2])
    expect(idsOf({ fitting: true }, student())).toEqual([])
    const short = [tutor(4, { ranges: [open(1, 15)] })]
    const needs = student({ fitting: { starts: { start: NOW, end: before }, duration: 30 } })
    expect(find(short, { fitting: true }, needs).found).toEqual([])
  })

  it('fits the minutes of a coming week with a time in that week, whatever is free before', () => {
    const twice = [tutor(5, { ranges: [open(1), open(30)] }), tutor(6, { ranges: [open(1)] })]
    const fitting = { starts: { start: NOW + hours(24), end: NOW + hours(48) }, duration: 30 } as const
    expect(find(twice, { fitting: true }, student({ fitting })).found.map(({ id }) => id)).toEqual([5])
  })
})

describe('an option’s count', () => {
  it('is the length of the list that choosing it leads to', () => {
    const seeker = student({ favouriteIds: new Set([1, 3]), fitting: { starts: open(0, 120), duration: 15 } })
    const chosen: Wanted[] = [{}, { topic: 7 }, { gender: 'male', when: 'evening' }, { topic: 9, when: 'today' }]
    for (const wanted of chosen) {
      const { counts } = find(all, wanted, seeker)
      const length = (more: Wanted) => find(all, { ...wanted, ...more }, seeker).found.length
      for (const topic of [7, 8, 9]) expect(counts.topic.get(topic) ?? 0).toBe(length({ topic }))
      for (const gender of ['male', 'female'] as const) expect(counts.gender[gender]).toBe(length({ gender }))
      for (const when of ['now', 'today', 'evening', 'weekend'] as const)
        expect(counts.when[when]).toBe(length({ when }))
      for (const rating of [4, 4.5] as const) expect(counts.rating[rating]).toBe(length({ rating }))
      expect(counts.slow).toBe(length({ slow: true }))
      expect(counts.favourites).toBe(length({ favourites: true }))
      expect(counts.fitting).toBe(length({ fitting: true }))
      for (const part of ['topic', 'gender', 'when', 'rating', 'slow', 'favourites', 'fitting'] as const)
        expect(counts.without[part]).toBe(length({ [part]: undefined }))
    }
  })
})

it('the counts of a student without a filter are those of a guest with the student’s own', () => {
  const { counts: ofGuest } = find(all, {}, null)
  const fitting = { starts: open(0, 120), duration: 15 } as const
  for (const seeker of [student(), student({ favouriteIds: new Set([1, 3, 99]), fitting })])
    expect(countedFor(all, ofGuest, seeker)).toEqual(find(all, {}, seeker).counts)
  expect([hasFilter({}), hasFilter({ slow: false }), hasFilter({ slow: true })]).toEqual([false, false, true])
})

describe('the order', () => {
  const idsBy = (sort: Sort | 'recommended', topics: number[] = []) =>
    sortedBy(all.toSorted(compareTutors), sort, new Set(topics)).map(({ id }) => id)

  it('is by the soonest time, by rating, or by lessons', () => {
    expect(idsBy('soonest')).toEqual([1, 2, 3])
    const taught = tutor(4, { lessonCount: 9, avgRating: 4.45, ranges: [open(2)] })
    const some = [omar, taught, mona].toSorted(compareTutors)
    expect(sortedBy(some, 'rating', new Set()).map(({ id }) => id)).toEqual([1, 4, 2])
    expect(sortedBy(some, 'lessons', new Set()).map(({ id }) => id)).toEqual([4, 1, 2])
  })

  it('by the soonest time leaves the rating aside, and by rating the time', () => {
    const low = tutor(4, { avgRating: 2, ranges: [open(0)] })
    const high = tutor(5, { avgRating: 4.9, ranges: [open(9)] })
    const some = [high, omar, low].toSorted(compareTutors)
    expect(sortedBy(some, 'soonest', new Set()).map(({ id }) => id)).toEqual([4, 2, 5])
    expect(sortedBy(some, 'rating', new Set()).map(({ id }) => id)).toEqual([5, 2, 4])
  })

  it('recommends by chosen topics only, however many others a tutor teaches', () => {
    const many = tutor(4, { topicIds: [1, 2, 3, 4], ranges: [open(0)] })
    const some = [many, mona].toSorted(compareTutors)
    expect(sortedBy(some, 'recommended', new Set([7])).map(({ id }) => id)).toEqual([1, 4])
  })

  it('recommends who teaches most of the chosen topics, of those with a free time', () => {
    expect(idsBy('recommended')).toEqual([1, 2, 3])
    expect(idsBy('recommended', [9])).toEqual([1, 2, 3])
    const both = tutor(4, { topicIds: [7, 8, 9], ranges: [open(40)] })
    const four = [...all, both].toSorted(compareTutors)
    expect(sortedBy(four, 'recommended', new Set([7, 9])).map(({ id }) => id)).toEqual([4, 1, 2, 3])
  })
})

describe('a quote', () => {
  it('is one line, cut after a word', () => {
    expect(quoteOf(' شرحها\n جميل ')).toBe('شرحها جميل')
    expect(quoteOf('x'.repeat(140))).toBe('x'.repeat(140))
    const long = quoteOf(`${'كلمة '.repeat(40)}`)
    expect(long.endsWith('كلمة…')).toBe(true)
    expect(long.length).toBeLessThanOrEqual(141)
  })
})
