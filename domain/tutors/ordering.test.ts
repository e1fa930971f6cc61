import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTutors, type Ranked } from './ordering.ts'

const tutor = (id: number, rest: Partial<Ranked> = {}): Ranked => ({
  id,
  nearestFreeTime: 1000,
  avgRating: 4,
  lessonCount: 10,
  ...rest,
})
const order = (...tutors: Ranked[]) => tutors.sort(compareTutors).map(({ id }) => id)

describe('tutors are ordered', () => {
  it('by their nearest free time, those without one last', () => {
    expect(
      order(tutor(1, { nearestFreeTime: null, avgRating: 5 }), tutor(2), tutor(3, { nearestFreeTime: 999 })),
    ).toEqual([...[3, 2, 1]])
  })

  it('then by their ratings, the best first', () => {
    expect(order(tutor(1, { avgRating: 0 }), tutor(2, { avgRating: 4.01 }), tutor(3))).toEqual([2, 3, 1])
    const idle = { nearestFreeTime: null }
    expect(order(tutor(1, idle), tutor(2, { ...idle, avgRating: 5 }))).toEqual([2, 1])
  })

  it('then by their lessons, the most first', () => {
    expect(order(tutor(1), tutor(2, { lessonCount: 11 }))).toEqual([2, 1])
  })

  it('in the same way whatever the order of the input', () => {
    const ranked = fc.record({
      id: fc.nat(50),
      nearestFreeTime: fc.option(fc.nat(3)),
      avgRating: fc.nat(3),
      lessonCount: fc.nat(3),
    })
    fc.assert(
      fc.property(fc.uniqueArray(ranked, { selector: ({ id }) => id }), (tutors) => {
        expect(order(...tutors.toReversed())).toEqual(order(...tutors))
      }),
    )
  })
})
